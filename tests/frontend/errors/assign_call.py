# expect: KF0005 8:5 cannot assign to function call here. Maybe you meant '==' instead of '='?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.load(x) = 3
