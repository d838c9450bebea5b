# expect: KF0203 8:44 the `eviction_policy` of tl.load is "evict_normal", "evict_first" or "evict_last", not "evict-last"; did you mean "evict_last"?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x, eviction_policy="evict-last"))
