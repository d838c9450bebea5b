# expect: KF0201 8:9 `tl.arange` needs a value for its parameter `end`: tl.arange(start, end)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(B)
