# expect: KF0303 8:9 a block fp32[8, 8] does not broadcast to shape [1, 8]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.broadcast_to(tl.zeros([8, 8], tl.float32), [1, 8])
