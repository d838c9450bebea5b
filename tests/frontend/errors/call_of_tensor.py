# expect: KF0201 9:9 a scalar fp32 cannot be called
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x)
    b = a(1)
