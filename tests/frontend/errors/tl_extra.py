# expect: KF0103 8:17 there is no `triton.language.extra.cuda.libdevice.tanhh`; did you mean `triton.language.extra.cuda.libdevice.tanh`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.extra.cuda.libdevice.tanhh(tl.load(x)))
