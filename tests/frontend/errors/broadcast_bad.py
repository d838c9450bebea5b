# expect: KF0303 8:9 shapes fp32[4] and fp32[8] do not fit together: 4 and 8 in dimension 0; for every pair of elements write a[:, None] and b[None, :]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([4], tl.float32) + tl.zeros([8], tl.float32)
