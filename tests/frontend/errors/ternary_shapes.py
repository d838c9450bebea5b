# expect: KF0403 8:9 the two sides of this `if ... else` differ: a scalar fp32 and a block fp32[64]; make the other a block too, with tl.full([64], ..., tl.float32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = 1.0 if n > 3 else tl.zeros([B], tl.float32)
