# expect: KF0101 13:21 `scale` is not defined on every path: the `else` branch at line 12 sets it, the other does not; set it in both branches, or before the `if`
# note: 12:9 `scale` is set here
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n > 4:
        tl.store(o, 1.0)
    else:
        scale = 2.0
    tl.store(o + 1, scale)
