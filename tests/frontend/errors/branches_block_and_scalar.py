# expect: KF0403 8:5 `a` is a block fp32[64] after the `if` branch and a scalar fp32 after the `else` branch; make the other a block too, with tl.full([64], ..., tl.float32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n > 4:
        a = tl.load(x + tl.arange(0, 64))
    else:
        a = 0.0
    tl.store(o, tl.sum(a))
