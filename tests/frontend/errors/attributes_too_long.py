# expect: KF0003 8:2010 a chain of more than 1000 attributes, calls or subscripts
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = n@@1500:.x@@
