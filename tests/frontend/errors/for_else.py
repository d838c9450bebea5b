# expect: KF0107 8:5 `else` of a loop is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(n):
        pass
    else:
        pass
