# expect: KF0107 8:5 a `Match` statement is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    match n:
        case 1:
            pass
