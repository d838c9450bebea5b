# expect: KF0201 8:17 `tl.maximum` needs a value for its parameter `y`: tl.maximum(x, y, propagate_nan=None)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.maximum(tl.load(x + tl.arange(0, 64))))
