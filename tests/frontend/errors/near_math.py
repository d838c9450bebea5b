# expect: KF0103 8:17 there is no `triton.language.math.exq`; did you mean `triton.language.math.exp`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.math.exq(tl.load(x)))
