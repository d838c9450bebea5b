# expect: KF0101 10:17 `q` is not defined on every path: the `if` branch at line 9 sets it, the other does not; set it in both branches, or before the `if`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n > 3:
        q = 1.0
    tl.store(o, q)
