# expect: KF0303 13:9 all inputs of a reduction need one shape: fp32[8] and fp32[4]
import triton
import triton.language as tl


@triton.jit
def both(p, q, r, s):
    return p + r, q + s


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.reduce((tl.zeros([8], tl.float32), tl.zeros([4], tl.float32)), 0, both)
