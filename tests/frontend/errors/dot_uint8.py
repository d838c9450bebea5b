# expect: KF0503 8:9 tl.dot works on int8, fp8, fp16, bf16, fp32 and fp64, not on u8[16, 32]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    b = tl.dot(tl.zeros([16, 32], tl.uint8), tl.zeros([32, 16], tl.uint8))
