# expect: KF0101 10:17 `i` is not defined after the loop: it is set inside at line 8, and what is new in a loop ends with it; set it before the loop
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(n):
        pass
    tl.store(o, i)
