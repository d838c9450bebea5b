# expect: KF0304 8:9 the last extent of a descriptor's block takes at least 16 bytes, here 2 x 4
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = tl.make_tensor_descriptor(x, [n, n], [n, 1], [16, 2])
