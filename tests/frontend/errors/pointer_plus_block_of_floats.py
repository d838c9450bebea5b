# expect: KF0302 8:17 `+` on a pointer and a float: a scalar *fp32 and a block fp32[64]; offsets are integers
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + tl.load(x + tl.arange(0, B)))
