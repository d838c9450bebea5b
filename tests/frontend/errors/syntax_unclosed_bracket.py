# expect: KF0005 8:16 '(' was never closed
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + (n * 2)
    tl.store(o, a)
