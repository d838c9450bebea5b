# expect: KF0503 11:11 the accumulator of this tl.dot must be fp32[16, 16], but is a block fp16[16, 16]; give out_dtype=tl.float16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 16)
    a = tl.load(x + i[:, None] * 16 + i[None, :]).to(tl.float16)
    acc = tl.zeros([16, 16], tl.float16)
    acc = tl.dot(a, a, acc)
    tl.store(o + i, tl.sum(acc, 0))
