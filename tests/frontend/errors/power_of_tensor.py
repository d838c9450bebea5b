# expect: KF0107 8:17 `**` works on compile-time numbers only; use multiplication, tl.exp2 or libdevice.pow
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x) ** 2)
