# expect: KF0304 8:18 a block of shape [2097152] has too many elements; the limit is 1048576
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o + tl.arange(0, 2097152), 1.0)
