# expect: KF0601 8:9 static assertion failed: only the last dimension can be sorted
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.sort(tl.zeros([4, 8], tl.float32), dim=0)
