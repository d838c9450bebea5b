# expect: KF0503 9:9 tl.dot needs two blocks of rank 2, or two of rank 3: fp16[16, 16] and fp16[16]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([16, 16], tl.float16)
    b = tl.dot(a, tl.zeros([16], tl.float16))
