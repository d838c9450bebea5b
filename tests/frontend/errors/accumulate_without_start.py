# expect: KF0101 9:9 `acc` has no value yet: `+=` needs one; set it first, for instance `acc = 0.0` or `acc = tl.zeros(...)`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for j in range(n):
        acc += tl.load(x + j)
    tl.store(o, acc)
