# expect: KF0303 8:9 tl.dot of shapes [16, 32] and [16, 32]: the last extent of the first must be the first extent of the second, 32 is not 16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.dot(tl.zeros([16, 32], tl.float16), tl.zeros([16, 32], tl.float16))
