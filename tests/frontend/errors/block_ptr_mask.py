# expect: KF0502 9:9 a block pointer is loaded with boundary_check, not with `mask` and `other`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(x, (n,), (1,), (0,), (B,), (0,))
    a = tl.load(p, mask=n > 0)
