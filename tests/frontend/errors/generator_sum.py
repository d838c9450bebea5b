# expect: KF0101 9:17 `sum` of Python is not part of the language; use tl.sum
# expect: KF0107 9:20 a generator expression is not part of the language; use tl.static_range, or tl.sum and the like for blocks
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, sum(tl.load(x + j) for j in range(4)))
