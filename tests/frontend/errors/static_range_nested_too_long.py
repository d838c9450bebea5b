# expect: KF0407 10:13 the kernel has more than 200000 operations after unrolling; make a loop a `range`, or split the kernel
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in tl.static_range(1000):
        for j in tl.static_range(1000):
            tl.store(o, i * j + n)
