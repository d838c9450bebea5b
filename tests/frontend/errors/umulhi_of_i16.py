# expect: KF0305 9:17 tl.umulhi works on 32-bit and 64-bit integers, not on a scalar i16
# launch: x=*i16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.umulhi(tl.load(x), tl.load(x)))
