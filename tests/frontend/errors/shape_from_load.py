# expect: KF0202 9:22 the end of tl.arange must be a compile-time integer, not a scalar i32; `m` is a run-time variable: if what it is set to is known at compile time, write `m: tl.constexpr = ...`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    m = tl.load(x).to(tl.int32)
    a = tl.arange(0, m)
