# expect: KF0107 8:9 this constant is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = 1j
