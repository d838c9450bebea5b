# expect: KF0601 8:9 `tl.topk`: k must be a power of 2, not 3
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.topk(tl.zeros([8], tl.float32), 3)
