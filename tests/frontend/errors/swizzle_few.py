# expect: KF0201 8:12 `swizzle2d` needs a value for its parameter `size_i`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a, b = tl.swizzle2d(n, n)
