# expect: KF0103 8:17 there is no `tl.pow`; use libdevice.pow of triton.language.extra, or tl.exp2(y * tl.log2(x))
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.pow(tl.load(x), 2.0))
