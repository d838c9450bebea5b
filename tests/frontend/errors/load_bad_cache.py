# expect: KF0203 8:9 unknown cache_modifier ".zz" or eviction_policy ""
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x, cache_modifier=".zz")
