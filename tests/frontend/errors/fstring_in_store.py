# expect: KF0202 8:17 an f-string takes compile-time values only, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, f"{n}")
