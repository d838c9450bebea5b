# expect: KF0103 9:17 there is no `triton.language.extra.libdevice.bessel`
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, libdevice.bessel(tl.load(x)))
