# expect: KF0501 8:17 tl.load reads through a pointer, not through a tuple of 2 (*fp32, *fp32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load((x, x)))
