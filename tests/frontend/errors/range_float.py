# expect: KF0405 8:14 the bounds of a loop are integers, not the constant 1.5
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(0, 1.5):
        pass
