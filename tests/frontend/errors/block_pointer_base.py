# expect: KF0501 8:9 the base of tl.make_block_ptr is a scalar pointer, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(n, (n,), (1,), (0,), (B,), (0,))
