# expect: KF0301 10:12 `&` works on integers only: the operands are a scalar fp32 and a scalar fp32
# note: 15:12 called from `middle`
# note: 20:17 called from `k`
import triton
import triton.language as tl


@triton.jit
def inner(p):
    return p & 1


@triton.jit
def middle(p):
    return inner(p) + 1


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, middle(tl.load(x)))
