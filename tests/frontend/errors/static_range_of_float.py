# expect: KF0405 8:14 the bounds of a loop are integers, not the constant 4.0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in tl.static_range(0, 4.0):
        pass
