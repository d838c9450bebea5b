# expect: KF0405 9:11 the condition of `while` must be a run-time value, not the constant True
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = 0
    while True:
        i += 1
