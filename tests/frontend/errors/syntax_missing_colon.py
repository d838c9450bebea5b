# expect: KF0005 8:13 expected ':'
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n > 1
        tl.store(o, 1.0)
