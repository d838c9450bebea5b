# expect: KF0107 8:5 `match` is not part of the language; use if, elif and else
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    match n:
        case 1:
            tl.store(o, 1.0)
