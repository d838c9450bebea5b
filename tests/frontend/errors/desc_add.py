# expect: KF0501 9:24 tl.load reads through a pointer, not through a tensor descriptor; use its method .load(offsets)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = tl.make_tensor_descriptor(x, [n, 64], [64, 1], [16, 64])
    tl.store(o, tl.sum(tl.load(d)))
