# expect: KF0503 9:9 tl.dot with out_dtype bfloat16 is not possible; use float32 and cast the result
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([16, 16], tl.float16)
    b = tl.dot(a, a, out_dtype=tl.bfloat16)
