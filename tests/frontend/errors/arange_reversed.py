# expect: KF0203 8:9 tl.arange(8, 4): the end must be greater than the start
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(8, 4)
