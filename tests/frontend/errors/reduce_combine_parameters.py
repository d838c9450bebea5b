# expect: KF0201 13:9 `bad` takes 1 argument, but gets 2
import triton
import triton.language as tl


@triton.jit
def bad(p):
    return p


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.reduce(tl.zeros([8], tl.float32), 0, bad)
