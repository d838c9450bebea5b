# expect: KF0203 8:23 the axis of tl.program_id is 0, 1 or 2, not 3
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.program_id(3)
