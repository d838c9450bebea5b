# expect: KF0101 8:17 `enumerate` of Python is not part of the language; use tl.static_range(len(x)) and x[i]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for j, v in enumerate((1.0, 2.0)):
        w = v * 2
        tl.store(o + j, w)
