# expect: KF0202 8:49 the block_shape of tl.make_block_ptr must be a compile-time integer, not a scalar i32; annotate the parameter: `n: tl.constexpr`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(x, (n,), (1,), (0,), (n,), (0,))
