# expect: KF0107 9:12 an element cannot be assigned; use tl.where for a block, tl.store for memory, and a new tuple for a tuple
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([64], tl.float32)
    a[0] = 1.0
    tl.store(o + tl.arange(0, 64), a)
