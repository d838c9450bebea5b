# expect: KF0107 10:5 chained assignment is not part of the language; write one assignment per line
# expect: KF0101 11:17 `a` is not defined; did you mean `x`?
# expect: KF0101 11:21 `b` is not defined; did you mean `x`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = b = 1.0
    tl.store(o, a + b)
