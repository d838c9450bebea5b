# expect: KF0101 8:9 `sum` is not defined
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = sum((1, 2))
