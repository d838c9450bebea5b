# expect: KF0303 9:5 the value of tl.store is a block fp32[8], which does not broadcast to the shape of the pointer, [64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(o, (n,), (1,), (0,), (B,), (0,))
    tl.store(p, tl.zeros([8], tl.float32))
