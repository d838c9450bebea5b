# expect: KF0103 8:17 there is no `tl.tanh`; use libdevice.tanh of triton.language.extra, or 2 * tl.sigmoid(2 * x) - 1
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.tanh(tl.load(x)))
