# expect: KF0306 8:9 a bit cast keeps the width: a scalar fp32 has 32 bits and i16 has 16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x).to(tl.int16, bitcast=True)
