# expect: KF0105 9:17 `numpy.sqrt` is not available in a kernel: `numpy` is for the host only; use tl.sqrt
import triton
import triton.language as tl
import numpy as np


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, np.sqrt(tl.load(x)))
