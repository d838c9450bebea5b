# expect: KF0101 9:29 `d` is not defined
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    (a, b), c = (1.0, 2.0), 3.0
    tl.store(o, a + b + c + d)
