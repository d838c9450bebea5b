# expect: KF0107 9:5 a `Delete` statement is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = 1
    del a
