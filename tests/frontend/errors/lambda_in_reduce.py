# expect: KF0107 9:33 a lambda expression is not part of the language; define a function with @triton.jit at the top of the file
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + tl.arange(0, 64))
    tl.store(o, tl.reduce(a, 0, lambda p, q: p + q))
