# expect: KF0101 8:9 `sum` of Python is not part of the language; use tl.sum
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = sum((1, 2))
