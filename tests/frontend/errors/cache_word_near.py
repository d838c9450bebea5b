# expect: KF0203 9:43 the `cache_modifier` of tl.load is ".ca", ".cg" or ".cv", not "ca"; did you mean ".ca"?
# note: fix: write ".ca"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x, cache_modifier="ca"))
