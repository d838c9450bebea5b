# expect: KF0404 11:9 `return` inside a loop is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = 0
    while i < n:
        i += 1
        return
