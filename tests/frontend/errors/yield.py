# expect: KF0107 8:5 `yield` is not part of the language; return a tuple of values
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    yield 1
