# expect: KF0107 8:9 a `Dict` expression is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = {"p": 1}
