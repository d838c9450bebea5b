# expect: KF0107 8:5 `import` inside a function is not part of the language; put it at the top of the file
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    import math
    tl.store(o, math.pi)
