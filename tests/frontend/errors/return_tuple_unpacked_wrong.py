# expect: KF0301 13:12 2 names are assigned from a tuple of 3 (fp32, fp32, fp32)
import triton
import triton.language as tl


@triton.jit
def pair(a):
    return a, a * 2, a * 3


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a, b = pair(tl.load(x))
    tl.store(o, a + b)
