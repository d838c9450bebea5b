# expect: KF0202 11:22 the end of tl.arange must be a compile-time integer, not a scalar i32; write `size: tl.constexpr = ...` where `size` is set
# note: fix: make it a constexpr
# note: 10:5 `size` becomes a run-time variable here
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    size = 64
    i = tl.arange(0, size)
    tl.store(o + i, tl.load(x + i))
