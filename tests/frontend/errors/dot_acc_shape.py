# expect: KF0303 9:9 the accumulator of this tl.dot must have shape [16, 16], but is a block fp32[16, 32]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([16, 16], tl.float16)
    b = tl.dot(a, a, tl.zeros([16, 32], tl.float32))
