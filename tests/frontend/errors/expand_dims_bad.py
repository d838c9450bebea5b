# expect: KF0308 8:9 axis 3 is out of range for a block of rank 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.expand_dims(tl.zeros([8], tl.float32), 3)
