# expect: KF0201 8:28 `tl.load` has no parameter `default`; it has `pointer`, `mask`, `other`, `boundary_check`, `padding_option`, `cache_modifier`, `eviction_policy`, `volatile` and `direction`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x, default=0.0))
