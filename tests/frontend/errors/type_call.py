# expect: KF0101 8:9 `type` of Python is not part of the language; use .dtype or .type
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = type(n)
