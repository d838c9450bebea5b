# expect: KF0301 8:5 a tensor or a number is needed here, not the module `triton.language.math`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.math)
