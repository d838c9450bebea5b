# expect: KF0107 8:5 a `Yield` expression is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    yield 1
