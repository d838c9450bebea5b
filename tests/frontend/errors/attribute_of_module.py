# expect: KF0103 8:17 there is no `triton.language.math.sqroot`; did you mean `triton.language.math.sqrt`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.math.sqroot(tl.load(x)))
