# expect: KF0201 8:5 `tl.store` needs a value for its parameter `value`: tl.store(pointer, value, mask=None, boundary_check=(), cache_modifier='', eviction_policy='')
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o)
