# expect: KF0405 8:11 the condition of `while` must be a run-time value, not None
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    while None:
        tl.store(o, 1.0)
