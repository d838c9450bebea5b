# expect: KF0005 8:21 unterminated string literal (detected at line 8)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.static_print("B)
