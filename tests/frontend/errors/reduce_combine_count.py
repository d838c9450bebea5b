# expect: KF0504 13:9 the combine function of tl.reduce must return 1 values, not 2
import triton
import triton.language as tl


@triton.jit
def bad(p, q):
    return p, q


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.reduce(tl.zeros([8], tl.float32), 0, bad)
