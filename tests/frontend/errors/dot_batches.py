# expect: KF0303 8:9 tl.dot of shapes [2, 16, 16] and [4, 16, 16]: the last extent of the first must be the middle extent of the second, 16 is not 16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    b = tl.dot(tl.zeros([2, 16, 16], tl.float16), tl.zeros([4, 16, 16], tl.float16))
