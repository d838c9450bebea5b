# expect: KF0302 8:9 unary `-` does not work on a pointer
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = -x
