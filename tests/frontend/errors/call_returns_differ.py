# expect: KF0404 10:5 this returns a scalar i32, but an earlier return gives a scalar fp32
import triton
import triton.language as tl


@triton.jit
def pick(a):
    if a > 1:
        return 1.0
    return a


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, pick(n))
