# expect: KF0107 8:5 the function `f` is defined inside a function; move it to the top of the file
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    def f(a):
        return a
    tl.store(o, f(1.0))
