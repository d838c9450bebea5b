# expect: KF0402 9:5 `a` is a tuple of 2 (fp32, fp32) before the loop and a tuple of 1 (fp32) after its body; a variable keeps its type and shape in a loop
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = (1.0, 2.0)
    for i in range(n):
        a = (1.0,)
