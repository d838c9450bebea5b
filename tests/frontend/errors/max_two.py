# expect: KF0202 8:17 `tl.max`: the axis of a reduction must be a compile-time integer, not the constant 0.0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.max(tl.load(x), 0.0))
