# expect: KF0303 10:22 `tl.softmax`: shapes fp32[16, 64] and fp32[16] do not fit together: 64 and 16 in dimension 1; index the one of [16] as x[:, None] to lay it along dimension 0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    r = tl.arange(0, 16)
    at = r[:, None] * 64 + tl.arange(0, 64)[None, :]
    tl.store(o + at, tl.softmax(tl.load(x + at), 1))
