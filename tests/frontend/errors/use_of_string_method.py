# expect: KF0104 8:21 the constant 'a' has no attribute `upper`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.static_print("a".upper())
