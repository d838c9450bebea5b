# expect: KF0503 8:9 tl.dot works on int8, fp8, fp16, bf16, fp32 and fp64, not on i16[16, 16]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    b = tl.dot(tl.zeros([16, 16], tl.int16), tl.zeros([16, 16], tl.int16))
