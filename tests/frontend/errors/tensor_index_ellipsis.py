# expect: KF0107 8:25 this constant is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(0, B)[..., None]
