# expect: KF0301 8:17 `^` works on integers only: the operands are a scalar fp32 and a scalar fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x) ^ tl.load(x))
