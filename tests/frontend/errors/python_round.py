# expect: KF0101 8:9 `round` of Python is not part of the language; use libdevice.rint or libdevice.round
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = round(1.5)
