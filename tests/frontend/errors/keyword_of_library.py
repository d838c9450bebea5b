# expect: KF0201 8:55 `tl.sum` has no parameter `dim`; it has `input`, `axis`, `keep_dims` and `dtype`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.sum(tl.load(x + tl.arange(0, 64)), dim=0))
