# expect: KF0308 9:24 a block is indexed by None and full slices `:` only, not by a block i32[64]; use tl.gather, or load again with other addresses
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(0, B)
    b = tl.load(x + a)[a]
