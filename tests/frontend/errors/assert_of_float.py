# expect: KF0401 8:5 the condition of tl.device_assert must be int1, not a scalar fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.device_assert(tl.load(x), "x")
