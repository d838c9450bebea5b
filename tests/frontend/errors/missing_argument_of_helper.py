# expect: KF0201 14:17 `helper` needs a value for its parameter `scale`
# note: 8:1 `helper` is defined here
import triton
import triton.language as tl


@triton.jit
def helper(a, scale):
    return a * scale


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, helper(tl.load(x)))
