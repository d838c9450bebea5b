# expect: KF0104 9:17 a block fp32[64] has no attribute `size`; use .shape[i], or .numel
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + tl.arange(0, 64))
    tl.store(o, a.size())
