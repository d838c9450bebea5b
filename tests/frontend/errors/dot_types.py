# expect: KF0503 8:9 tl.dot needs operands of one element type: fp16[16, 16] and fp32[16, 16]; cast one with .to()
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.dot(tl.zeros([16, 16], tl.float16), tl.zeros([16, 16], tl.float32))
