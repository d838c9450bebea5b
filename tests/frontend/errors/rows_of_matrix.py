# expect: KF0303 10:24 shapes fp32[16, 32] and fp32[16] do not fit together: 32 and 16 in dimension 1; index the one of [16] as x[:, None] to lay it along dimension 0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    r = tl.arange(0, 16)
    a = tl.load(x + r[:, None] * 32 + tl.arange(0, 32)[None, :])
    tl.store(o, tl.sum(a * tl.load(x + r)))
