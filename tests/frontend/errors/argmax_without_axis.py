# expect: KF0201 8:17 `tl.argmax` needs a value for its parameter `axis`: tl.argmax(input, axis, tie_break_left=True, keep_dims=False)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.argmax(tl.load(x + tl.arange(0, 64))))
