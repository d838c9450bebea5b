# expect: KF0107 8:13 `*` is not possible in an assignment; write one name for each value
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a, *b = 1, 2, 3
