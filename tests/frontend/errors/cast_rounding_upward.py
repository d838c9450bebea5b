# expect: KF0306 8:9 fp_downcast_rounding is for casts to a narrower float, not from fp32 to fp64
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x).to(tl.float64, fp_downcast_rounding="rtz")
