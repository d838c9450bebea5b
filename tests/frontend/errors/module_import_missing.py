# expect: KF0105 9:17 `scale` is not available in a kernel: there is no helpers.py in the folder of the kernel or the search paths
import triton
import triton.language as tl
import helpers


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, helpers.scale(tl.load(x)))
