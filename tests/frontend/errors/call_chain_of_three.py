# expect: KF0302 8:12 `/` does not work on a pointer: the operands are a scalar *fp32 and a scalar i32
import triton
import triton.language as tl


@triton.jit
def inner(p):
    return p / 2


@triton.jit
def outer(p):
    return inner(p)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, outer(x))
