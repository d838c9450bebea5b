# expect: KF0104 8:9 the type fp32 has no attribute `bits`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.float32.bits
