# expect: KF0107 8:9 a dictionary comprehension is not part of the language; use tl.static_range
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = {j: j for j in range(4)}
    tl.store(o, 1.0)
