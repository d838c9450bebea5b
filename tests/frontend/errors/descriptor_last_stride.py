# expect: KF0501 8:9 the last stride of a descriptor is 1, not 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = tl.make_tensor_descriptor(x, [n, n], [n, 2], [16, 16])
