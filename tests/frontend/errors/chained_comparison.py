# expect: KF0107 9:36 chained comparison is not part of the language; write `a < b and b < c`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    x0 = tl.load(x + tl.arange(0, B))
    tl.store(o + tl.arange(0, B), (0 < x0 < 1).to(tl.float32))
