# expect: KF0202 8:17 float() needs a compile-time number, "inf" or "nan", not a scalar i32; use .to(tl.float32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, float(n))
