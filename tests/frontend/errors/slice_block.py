# expect: KF0308 9:38 a block is indexed by None and full slices `:` only, not by a slice; use tl.gather, or load again with other addresses
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + tl.arange(0, 64))
    tl.store(o + tl.arange(0, 32), a[:32])
