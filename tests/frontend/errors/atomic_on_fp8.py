# expect: KF0305 9:5 tl.atomic_add does not work on fp8e5
# launch: x=*fp8e5
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.atomic_add(x, tl.load(x))
