# expect: KF0104 8:9 a scalar fp32 has no attribute `tto`; did you mean `to`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    v = tl.load(x).tto(tl.int32)
