# expect: KF0301 8:17 a scalar fp32 has no length
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, len(tl.load(x)))
