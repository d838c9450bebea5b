# expect: KF0601 8:17 `tl.flip`: a block is needed, not a scalar
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.flip(tl.load(x), 0))
