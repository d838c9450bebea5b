# expect: KF0303 10:24 tl.dot of shapes [16, 8] and [16, 16]: the last extent of the first must be the first extent of the second, 8 is not 16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([16, 8], tl.float16)
    b = tl.zeros([16, 16], tl.float16)
    tl.store(o, tl.sum(tl.dot(a, b)))
