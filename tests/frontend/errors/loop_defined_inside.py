# expect: KF0101 10:17 `q` is not defined; did you mean `x`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(n):
        q = i * 2
    tl.store(o, q)
