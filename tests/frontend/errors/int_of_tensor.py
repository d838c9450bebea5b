# expect: KF0202 8:17 int() needs a compile-time number, not a scalar fp32; use .to(tl.int32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, int(tl.load(x)))
