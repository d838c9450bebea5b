# expect: KF0304 8:9 `tl.zeros`: a block of shape [2048, 1024] has too many elements; the limit is 1048576
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([2048, 1024], tl.float32)
