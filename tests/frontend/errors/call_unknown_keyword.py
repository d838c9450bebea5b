# expect: KF0201 13:26 `scale` has no parameter `factr`; did you mean `factor`?
import triton
import triton.language as tl


@triton.jit
def scale(a, factor):
    return a * factor


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, scale(n, factr=2))
