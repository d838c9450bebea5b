# expect: KF0402 9:5 `a` is a scalar i32 before the loop and a scalar fp32 after its body; a variable keeps its type and shape in a loop; begin with a float, such as 0.0
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = 0
    while a < n:
        a = a * 1.5
