# expect: KF0202 9:22 the end of tl.arange must be a compile-time integer, not a scalar i32; `half` is a run-time variable: if what it is set to is known at compile time, write `half: tl.constexpr = ...`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    half = B // 2
    i = tl.arange(0, half)
    tl.store(o + i, tl.load(x + i))
