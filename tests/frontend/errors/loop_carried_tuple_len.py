# expect: KF0402 9:5 `a` is a tuple of 2 before the loop and a tuple of 1 after its body; a variable keeps its type and shape in a loop
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = (1.0, 2.0)
    for i in range(n):
        a = (1.0,)
