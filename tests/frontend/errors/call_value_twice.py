# expect: KF0201 13:17 `scale` gets two values for its parameter `a`
import triton
import triton.language as tl


@triton.jit
def scale(a, b):
    return a * b


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, scale(n, 2, a=3))
