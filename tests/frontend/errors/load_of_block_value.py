# expect: KF0501 8:9 tl.load reads through a pointer, not through a block i32[64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(tl.arange(0, B))
