# expect: KF0203 8:36 the `eviction_policy` of tl.load is "evict_normal", "evict_first" or "evict_last", not "never"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x, eviction_policy="never")
