# expect: KF0308 13:9 axis 3 is out of range for a block of rank 1
import triton
import triton.language as tl


@triton.jit
def plus(p, q):
    return p + q


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.associative_scan(tl.zeros([8], tl.float32), 3, plus)
