# expect: KF0404 9:9 `return` inside a loop is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(n):
        if i > 2:
            return
