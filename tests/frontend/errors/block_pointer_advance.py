# expect: KF0201 9:9 the offsets of tl.advance must have 1 entries, but is a tuple of 2 (1, 1)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(x, (n,), (1,), (0,), (B,), (0,))
    p = tl.advance(p, (1, 1))
