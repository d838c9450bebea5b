# expect: KF0201 8:9 `to` needs a value for its parameter `dtype`: to(dtype, fp_downcast_rounding=None, bitcast=False)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x).to()
