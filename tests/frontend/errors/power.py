# expect: KF0107 9:17 `**` works on compile-time numbers only; use multiplication, tl.exp2 or libdevice.pow
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x)
    tl.store(o, a ** 2)
