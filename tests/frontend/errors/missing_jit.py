# expect: KF0054 12:17 `helper` is an ordinary Python function; put @triton.jit above `def helper` to call it in a kernel
import triton
import triton.language as tl


def helper(a):
    return a * 2


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, helper(tl.load(x)))
