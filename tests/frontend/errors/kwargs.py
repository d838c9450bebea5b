# expect: KF0107 9:22 `**` in a call is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = 3
    tl.store(o, 1.0, **d)
