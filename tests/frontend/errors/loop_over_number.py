# expect: KF0405 8:14 a loop goes over range, tl.range or tl.static_range, not over a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in n:
        pass
