# expect: KF0101 11:17 `scale` is not defined: it is set at line 10 only, in a branch that is not taken here
# note: 9:8 this condition is false, known at compile time
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if B > 64:
        scale = 2.0
    tl.store(o, scale)
