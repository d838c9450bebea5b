# expect: KF0201 8:17 `tl.rand` needs a value for its parameter `offset`: tl.rand(seed, offset, n_rounds=10)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.rand(n))
