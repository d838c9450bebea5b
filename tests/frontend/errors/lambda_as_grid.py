# expect: KF0107 8:12 a `Lambda` expression is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    grid = lambda meta: (1,)
