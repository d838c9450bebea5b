# expect: KF0203 9:74 the `cache_modifier` of tl.store is ".wb", ".cg", ".cs" or ".wt", not ".ca"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 64)
    tl.store(o + i, tl.load(x + i, cache_modifier=".ca"), cache_modifier=".ca")
