# expect: KF0101 8:9 `type` is not defined
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = type(n)
