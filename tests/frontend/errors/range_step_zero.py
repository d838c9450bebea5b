# expect: KF0405 8:14 the step of a range cannot be 0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(0, n, 0):
        pass
