# expect: KF0303 9:5 the value of tl.store is a block fp32[8, 8], which does not broadcast to the shape of the pointer, [16, 16]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = tl.make_tensor_descriptor(o, [n, n], [n, 1], [16, 16])
    d.store([0, 0], tl.zeros([8, 8], tl.float32))
