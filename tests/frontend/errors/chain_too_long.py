# expect: KF0003 8:4007 a chain of more than 1000 operators
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = n@@1500: + n@@
    tl.store(o, a)
