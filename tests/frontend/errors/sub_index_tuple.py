# expect: KF0308 9:19 a block is indexed by None and full slices `:` only, not by the constant 0; use tl.gather, or load again with other addresses
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([4, 4], tl.float32)
    tl.store(o, a[0, 1])
