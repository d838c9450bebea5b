# expect: KF0203 8:35 the `cache_modifier` of tl.load is ".ca", ".cg" or ".cv", not ".zz"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x, cache_modifier=".zz")
