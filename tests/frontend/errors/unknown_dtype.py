# expect: KF0103 8:23 there is no `tl.float31`; did you mean `tl.float32`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([B], tl.float31)
