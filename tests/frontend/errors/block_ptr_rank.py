# expect: KF0201 8:9 the shape of tl.make_block_ptr must have 1 entries, but is a tuple of 2 (i32, i32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(x, (n, n), (1,), (0,), (B,), (0,))
