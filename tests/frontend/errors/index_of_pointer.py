# expect: KF0308 8:11 a block is indexed by None and full slices `:` only, not by the constant 0; use tl.gather, or load again with other addresses
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = x[0]
