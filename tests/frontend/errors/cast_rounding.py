# expect: KF0203 8:56 `fp_downcast_rounding` is "rtne" or "rtz", not "up"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x).to(tl.float16, fp_downcast_rounding="up")
