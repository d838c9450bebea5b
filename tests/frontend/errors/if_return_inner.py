# expect: KF0404 9:9 `return` inside a loop is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for j in range(n):
        if j > 3:
            return
    tl.store(o, 1.0)
