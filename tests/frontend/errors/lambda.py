# expect: KF0107 8:9 a lambda expression is not part of the language; define a function with @triton.jit at the top of the file
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    f = lambda v: v + 1
