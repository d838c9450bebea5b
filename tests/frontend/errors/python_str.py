# expect: KF0101 8:9 `str` of Python is not part of the language; text is for messages only, as in an f-string
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = str(B)
