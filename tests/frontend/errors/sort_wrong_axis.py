# expect: KF0601 9:24 `tl.sort`: only the last dimension is possible, 1, not 0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([8, 8], tl.float32)
    tl.store(o, tl.sum(tl.sort(a, 0)))
