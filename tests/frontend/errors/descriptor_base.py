# expect: KF0501 8:9 the base of tl.make_tensor_descriptor is a scalar pointer, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = tl.make_tensor_descriptor(n, [n, n], [n, 1], [16, 16])
