# expect: KF0005 9:9 unmatched ')'
# expect: KF0005 11:10 closing parenthesis ']' does not match opening parenthesis '('
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = )
    b = 1
    c = (]
    tl.store(o, b)
