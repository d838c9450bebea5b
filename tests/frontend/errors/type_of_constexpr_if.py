# expect: KF0401 8:8 a condition is a bool, an integer, None or a tensor, not the type fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if tl.float32:
        tl.store(o, 1.0)
