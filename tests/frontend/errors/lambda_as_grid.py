# expect: KF0107 8:12 a lambda expression is not part of the language; define a function with @triton.jit at the top of the file
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    grid = lambda meta: (1,)
