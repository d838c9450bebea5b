# expect: KF0104 8:17 a scalar fp32 has no attribute `astype`; use .to
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x).astype(tl.float16))
