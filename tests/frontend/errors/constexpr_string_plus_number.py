# expect: KF0301 8:23 `'a' + 1`: unsupported operands for +: str and int
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    C: tl.constexpr = "a" + 1
