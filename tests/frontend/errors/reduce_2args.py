# expect: KF0201 8:17 `tl.reduce` needs a value for its parameter `combine_fn`: tl.reduce(input, axis, combine_fn, keep_dims=False)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.reduce(tl.load(x + tl.arange(0, 64)), 0))
