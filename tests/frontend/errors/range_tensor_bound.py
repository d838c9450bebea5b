# expect: KF0405 8:14 the bounds of a loop are scalar integers, not a block i32[64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(tl.arange(0, B)):
        pass
