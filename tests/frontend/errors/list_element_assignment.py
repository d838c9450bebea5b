# expect: KF0107 9:13 an element cannot be assigned; use tl.where for a block, tl.store for memory, and a new tuple for a tuple
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    xs = [1.0, 2.0]
    xs[0] = 3.0
    tl.store(o, xs[0])
