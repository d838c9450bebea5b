# expect: KF0503 8:9 tl.dot multiplies two blocks, not a scalar i32 and a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.dot(n, n)
