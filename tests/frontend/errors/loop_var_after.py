# expect: KF0101 10:17 `i` is not defined; did you mean `x`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(n):
        pass
    tl.store(o, i)
