# expect: KF0101 8:9 `missing` is not defined
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = missing + 1
    b = missing + 2
    tl.store(o, missing)
    tl.store(o, a + b)
