# expect: KF0101 8:9 `dict` is not defined
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = dict(p=1)
