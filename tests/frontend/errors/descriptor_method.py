# expect: KF0104 9:9 a tensor descriptor has no attribute `read`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = tl.make_tensor_descriptor(x, [n, n], [n, 1], [16, 16])
    a = d.read([0, 0])
