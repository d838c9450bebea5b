# expect: KF0107 8:9 a set is not part of the language; use a tuple
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = {1, 2}
