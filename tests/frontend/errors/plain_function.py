# expect: KF0054 12:17 `half` is an ordinary Python function; put @triton.jit above `def half` to call it in a kernel
import triton
import triton.language as tl


def half(a):
    return a / 2


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, half(n))
