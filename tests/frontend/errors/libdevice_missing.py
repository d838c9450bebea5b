# expect: KF0101 8:17 `libdevice` is not defined; write `from triton.language.extra import libdevice` at the top of the file
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, libdevice.tanh(tl.load(x)))
