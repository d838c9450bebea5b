# expect: KF0305 9:5 tl.atomic_cas does not work on i8
# launch: x=*i8
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.atomic_cas(x, 1, 2)
