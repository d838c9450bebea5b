# expect: KF0501 8:9 a tensor descriptor is needed, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load_tensor_descriptor(n, [0, 0])
