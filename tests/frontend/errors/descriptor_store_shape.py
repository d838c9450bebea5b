# expect: KF0303 9:5 a block fp32[8, 8] does not broadcast to shape [16, 16]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = tl.make_tensor_descriptor(o, [n, n], [n, 1], [16, 16])
    d.store([0, 0], tl.zeros([8, 8], tl.float32))
