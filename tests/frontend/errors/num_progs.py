# expect: KF0202 8:33 the axis of tl.num_programs must be a compile-time integer, not the constant 'x'
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.num_programs("x"))
