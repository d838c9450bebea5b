# expect: KF0101 9:17 `valeu` is not defined; did you mean `value`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    value = tl.load(x)
    tl.store(o, valeu)
