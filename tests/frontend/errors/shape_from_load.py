# expect: KF0202 9:9 the end of tl.arange must be a compile-time integer, not a scalar i32; annotate it with tl.constexpr
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    m = tl.load(x).to(tl.int32)
    a = tl.arange(0, m)
