# expect: KF0301 8:15 3 names are assigned from a tuple of 2 (1, 2)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a, b, c = (1, 2)
