# expect: KF0202 9:19 the start of tl.arange must be a compile-time integer, not a scalar i32; `s` is a run-time variable: if what it is set to is known at compile time, write `s: tl.constexpr = ...`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    s = tl.program_id(0) * B
    i = tl.arange(s, s + B)
    tl.store(o + i, 1.0)
