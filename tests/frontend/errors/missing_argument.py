# expect: KF0201 8:9 `tl.where` needs a value for its parameter `x`: tl.where(condition, x, y)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.where(n > 1)
