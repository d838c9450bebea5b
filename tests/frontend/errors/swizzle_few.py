# expect: KF0201 8:12 `tl.swizzle2d` needs a value for its parameter `size_i`: tl.swizzle2d(i, j, size_i, size_j, size_g)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a, b = tl.swizzle2d(n, n)
