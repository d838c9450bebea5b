# expect: KF0104 9:5 a tuple of 1 (fp32) has no attribute `append`; lists do not change: write xs = xs + [x]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    xs = [1.0]
    xs.append(2.0)
    tl.store(o, xs[0])
