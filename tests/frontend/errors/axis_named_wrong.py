# expect: KF0203 8:36 the axis of tl.program_id is 0, 1 or 2, not 4
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.program_id(axis=4))
