# expect: KF0202 8:23 the axis of tl.program_id must be a compile-time integer, not a scalar i32; annotate the parameter: `n: tl.constexpr`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.program_id(n)
