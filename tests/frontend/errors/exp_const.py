# expect: KF0305 8:17 `tl.exp` works on fp32 and fp64, not on a scalar i32; cast with .to(tl.float32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.exp(2))
