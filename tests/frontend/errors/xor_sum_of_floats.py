# expect: KF0601 8:17 `tl.xor_sum`: integers are needed, not fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.xor_sum(tl.load(x + tl.arange(0, B)), 0))
