# expect: KF0101 8:9 `dict` of Python is not part of the language; use a tuple, or one name for each value
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = dict(p=1)
