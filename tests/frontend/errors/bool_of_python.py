# expect: KF0101 8:17 `bool` of Python is not part of the language; compare with `!= 0`, or use .to(tl.int1)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, bool(n))
