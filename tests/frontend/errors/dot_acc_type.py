# expect: KF0503 8:9 the accumulator of this tl.dot must be fp32[16, 16], but is a block fp16[16, 16]; give out_dtype=tl.float16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.dot(tl.zeros([16, 16], tl.float16), tl.zeros([16, 16], tl.float16), tl.zeros([16, 16], tl.float16))
