# expect: KF0201 9:9 the offsets of a descriptor must have 2 entries, but is a tuple of 1 (0)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = tl.make_tensor_descriptor(x, [n, n], [n, 1], [16, 16])
    a = d.load([0])
