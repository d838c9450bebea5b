# expect: KF0307 8:17 a shift of i32 by 40 has no defined result
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, n << 40)
