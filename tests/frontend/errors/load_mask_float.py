# expect: KF0502 8:9 the mask of tl.load must be int1, not a scalar fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x, mask=1.5)
