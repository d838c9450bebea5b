# expect: KF0107 9:9 `break` is not part of the language; guard the rest of the body with `if`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(n):
        break
