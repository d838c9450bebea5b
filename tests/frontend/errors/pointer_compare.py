# expect: KF0302 8:9 `==` does not compare pointers: a scalar *fp32 and a scalar *fp32; cast them with .to(tl.int64)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = x == o
