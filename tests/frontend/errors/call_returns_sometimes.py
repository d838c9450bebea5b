# expect: KF0404 7:1 `pick` returns a scalar fp32 on one path and nothing at its end
import triton
import triton.language as tl


@triton.jit
def pick(a):
    if a > 1:
        return 1.0


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, pick(n))
