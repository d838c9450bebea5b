# expect: KF0101 8:17 `math` is not defined; use tl.math, or write `import math` at the top of the file
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, math.sqrt(2.0))
