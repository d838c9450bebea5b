# expect: KF0403 8:5 `q` is a scalar fp32 after the `if` branch and a block fp32[64] after the `else` branch; make the other a block too, with tl.full([64], ..., tl.float32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n > 3:
        q = 1.0
    else:
        q = tl.zeros([B], tl.float32)
