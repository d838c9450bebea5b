# expect: KF0107 9:5 the function `f` is defined inside a function; move it to the top of the file
# expect: KF0101 11:17 `f` is not defined; did you mean `x`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    def f(a):
        return a
    tl.store(o, f(1.0))
