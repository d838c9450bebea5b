# expect: KF0005 9:5 expected an indented block after 'for' statement on line 8
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(n):
    tl.store(o, 1.0)
