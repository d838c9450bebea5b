# expect: KF0601 9:17 static assertion failed: xor_sum works on integers
# expect: KF0301 9:17 `^` works on integers only: the operands are a scalar fp32 and a scalar fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.xor_sum(tl.load(x + tl.arange(0, B)), 0))
