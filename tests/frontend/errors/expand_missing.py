# expect: KF0201 8:9 `tl.expand_dims` needs a value for its parameter `axis`: tl.expand_dims(input, axis)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.expand_dims(tl.arange(0, 8))
    tl.store(o, tl.sum(a))
