# expect: KF0405 8:14 a loop goes over range, tl.range or tl.static_range, not over a block fp32[64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for v in tl.load(x + tl.arange(0, B)):
        pass
