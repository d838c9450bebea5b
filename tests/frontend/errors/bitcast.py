# expect: KF0306 8:17 a bit cast keeps the width: a scalar fp32 has 32 bits and fp16 has 16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x).to(tl.float16, bitcast=True))
