# expect: KF0305 9:9 the dtype of tl.zeros must be an element type like tl.float32, not `numpy.float32`, which is from a module that is not there; use tl.float32
import numpy as np
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([B], np.float32)
