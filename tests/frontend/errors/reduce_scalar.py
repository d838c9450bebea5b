# expect: KF0504 8:9 `tl.sum`: only blocks can be reduced, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.sum(n)
