# expect: KF0601 8:9 `tl.sort`: only the last dimension is possible, 1, not 0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.sort(tl.zeros([4, 8], tl.float32), dim=0)
