# expect: KF0201 8:17 the module `triton.language` cannot be called
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl(n))
