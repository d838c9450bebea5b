# expect: KF0201 8:28 `tl.exp` takes at most 1 argument, but gets 5: tl.exp(x)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.exp(tl.load(x), 1, 2, 3, 4)
