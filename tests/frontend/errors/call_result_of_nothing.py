# expect: KF0301 13:5 a tensor or a number is needed here, not None
import triton
import triton.language as tl


@triton.jit
def none(a):
    a + 1


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, none(n))
