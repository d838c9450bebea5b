# expect: KF0307 8:17 the number 5000000000 is out of range for i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, n + 5000000000)
