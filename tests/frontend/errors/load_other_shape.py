# expect: KF0502 8:9 tl.load through a scalar pointer takes a scalar mask and a scalar `other`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x, mask=n > 1, other=tl.zeros([B], tl.float32))
