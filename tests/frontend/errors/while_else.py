# expect: KF0107 9:5 `else` of a loop is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = 0
    while i < n:
        i += 1
    else:
        i = 2
