# expect: KF0107 8:20 `*` is not possible in an assignment; write one name for each value
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    first, *rest = 1.0, 2.0, 3.0
    tl.store(o, first)
