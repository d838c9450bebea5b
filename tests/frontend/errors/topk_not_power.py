# expect: KF0601 10:35 `tl.topk`: k must be a power of 2, not 3
# note: 297:5 in `topk`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + tl.arange(0, 8))
    tl.store(o + tl.arange(0, 4), tl.topk(a, 3))
