# expect: KF0301 9:17 `None + 1`: unsupported operands for +: None and int
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = None
    tl.store(o, a + 1)
