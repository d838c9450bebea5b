# expect: KF0107 8:8 `in` is not part of the language; compare with each value
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n in (1, 2):
        tl.store(o, 1.0)
