# expect: KF0107 8:5 `nonlocal` is not part of the language; pass the value as an argument and return it
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    nonlocal a
