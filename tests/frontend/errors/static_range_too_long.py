# expect: KF0407 8:5 tl.static_range unrolls 1000000000 iterations; the limit is 10000
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in tl.static_range(1000000000):
        tl.store(o, i)
