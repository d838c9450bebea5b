# expect: KF0309 8:23 `64 % 0`: integer division or modulo by zero
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    C: tl.constexpr = B % 0
