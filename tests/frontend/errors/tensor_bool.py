# expect: KF0301 9:9 `not` needs an int1 operand, not a block i32[64]; compare with == 0 instead
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(0, B)
    b = not a
