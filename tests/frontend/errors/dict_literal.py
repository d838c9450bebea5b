# expect: KF0107 8:9 a dictionary is not part of the language; use a tuple, or one name for each value
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = {"p": 1}
