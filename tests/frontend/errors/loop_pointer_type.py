# expect: KF0402 9:5 `p` is a scalar *fp32 before the loop and a scalar *i8 after its body; a variable keeps its type and shape in a loop
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = x
    for i in range(n):
        p = o.to(tl.pointer_type(tl.int8), bitcast=True)
