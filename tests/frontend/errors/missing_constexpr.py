# expect: KF0051 8:16 the launch gives no value for the constexpr `B` of `k`
# launch: B=
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, B)
