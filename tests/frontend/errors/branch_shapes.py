# expect: KF0403 8:5 `a` is a block fp32[8] after the `if` branch and a block fp32[16] after the `else` branch
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n > 3:
        a = tl.zeros([8], tl.float32)
    else:
        a = tl.zeros([16], tl.float32)
    tl.store(o, tl.sum(a))
