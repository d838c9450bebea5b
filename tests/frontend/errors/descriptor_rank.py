# expect: KF0201 8:9 the shape of tl.make_tensor_descriptor must have 2 entries, but is a tuple of 1 (i32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = tl.make_tensor_descriptor(x, [n], [n, 1], [16, 16])
