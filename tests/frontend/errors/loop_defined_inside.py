# expect: KF0101 10:17 `q` is not defined after the loop: it is set inside at line 9, and what is new in a loop ends with it; set it before the loop
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(n):
        q = i * 2
    tl.store(o, q)
