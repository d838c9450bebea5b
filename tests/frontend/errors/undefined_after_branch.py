# expect: KF0101 10:17 `a` is not defined; did you mean `x`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n > 1:
        a = 1.0
    tl.store(o, a)
