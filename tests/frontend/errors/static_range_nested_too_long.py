# expect: KF0407 10:13 more than 400000 statements after unrolling
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in tl.static_range(1000):
        for j in tl.static_range(1000):
            tl.store(o, i * j + n)
