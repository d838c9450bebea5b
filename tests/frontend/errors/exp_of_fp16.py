# expect: KF0305 9:17 `tl.exp` works on fp32 and fp64, not on a scalar fp16; cast with .to(tl.float32)
# launch: x=*fp16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.exp(tl.load(x)))
