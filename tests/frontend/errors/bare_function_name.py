# expect: KF0101 8:9 `arange` is not defined; did you mean `tl.arange`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = arange(0, 64)
    tl.store(o + i, 1.0)
