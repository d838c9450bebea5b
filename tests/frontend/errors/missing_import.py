# expect: KF0105 9:17 `helper` is not available in a kernel: there is no helpers_that_are_not_there.py in the folder of this file
from .helpers_that_are_not_there import helper
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, helper(n))
