# expect: KF0301 8:12 2 names are assigned from a tuple of 3 (1, 2, 3)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a, b = (1, 2, 3)
