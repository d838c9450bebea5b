# expect: KF0203 8:9 unknown cache_modifier "" or eviction_policy "never"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x, eviction_policy="never")
