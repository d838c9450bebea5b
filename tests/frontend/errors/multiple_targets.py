# expect: KF0107 8:5 chained assignment is not part of the language; write one assignment per line
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = b = 1.0
    tl.store(o, a + b)
