# expect: KF0201 9:34 `load` takes at most 1 argument, but gets 2: load(offsets)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = tl.make_tensor_descriptor(x, [n, 64], [64, 1], [16, 64])
    tl.store(o, tl.sum(d.load(0, 0)))
