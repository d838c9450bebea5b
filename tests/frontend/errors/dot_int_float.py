# expect: KF0503 8:9 tl.dot needs operands of one element type: i8[16, 32] and fp16[32, 16]; cast one with .to()
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.dot(tl.zeros([16, 32], tl.int8), tl.zeros([32, 16], tl.float16))
