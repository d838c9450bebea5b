# expect: KF0303 8:9 tl.split needs a block whose last extent is 2, not a block fp32[8, 4]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.split(tl.zeros([8, 4], tl.float32))
