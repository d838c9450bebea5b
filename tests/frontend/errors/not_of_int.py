# expect: KF0301 9:8 `not` needs an int1 operand, not a scalar i32; compare with == 0 instead
# expect: KF0301 11:21 `not` needs an int1 operand, not a scalar fp32; compare with == 0 instead
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if not n:
        tl.store(o, 1.0)
    tl.store(o + 1, not tl.load(x))
