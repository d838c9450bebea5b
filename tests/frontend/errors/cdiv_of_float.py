# expect: KF0301 8:17 `tl.cdiv`: `//` works on integers only: the operands are a scalar fp32 and the constant 2; use / and tl.floor
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.cdiv(tl.load(x), 2))
