# expect: KF0101 10:25 `zz` is not defined
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a: int = n
    b: tl.float16 = 1
    tl.store(o, a + b + zz)
