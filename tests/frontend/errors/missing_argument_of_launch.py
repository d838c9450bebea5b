# expect: KF0051 8:13 the launch gives no value for the argument `n` of `k`
# launch: n=
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, n)
