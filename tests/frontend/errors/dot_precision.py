# expect: KF0203 8:9 input_precision must be one of tf32, tf32x3, ieee, bf16x3 and bf16x6, not "fast"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.dot(tl.zeros([16, 16], tl.float32), tl.zeros([16, 16], tl.float32), input_precision="fast")
