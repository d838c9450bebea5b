# expect: KF0005 8:9 invalid syntax
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for = 1
