# expect: KF0501 9:9 boundary_check names axis 1 of a block with 1 axes
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(x, (n,), (1,), (0,), (B,), (0,))
    a = tl.load(p, boundary_check=(1,))
