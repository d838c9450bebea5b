# expect: KF0201 13:29 `scale` takes 2 arguments, but gets 3
import triton
import triton.language as tl


@triton.jit
def scale(a, b):
    return a * b


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, scale(n, 2, 3))
