# expect: KF0201 8:17 `tl.where` needs a value for its parameter `y`: tl.where(condition, x, y)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.where(n > 1, 1.0))
