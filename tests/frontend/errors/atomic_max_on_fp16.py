# expect: KF0305 9:5 tl.atomic_max does not work on fp16
# launch: x=*fp16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.atomic_max(x, tl.load(x))
