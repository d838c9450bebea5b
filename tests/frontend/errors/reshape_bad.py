# expect: KF0303 8:9 a block fp32[8] with 8 elements cannot take shape [4, 4] with 16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.reshape(tl.zeros([8], tl.float32), [4, 4])
