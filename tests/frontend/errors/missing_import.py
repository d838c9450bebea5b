# expect: KF0105 9:17 `.helpers_that_are_not_there.helper` is not available in a kernel: it is from a module that is not there, or for the host only
from .helpers_that_are_not_there import helper
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, helper(n))
