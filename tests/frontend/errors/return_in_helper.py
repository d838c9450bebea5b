# expect: KF0404 9:5 a kernel returns nothing, but this returns a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, 1.0)
    return n
