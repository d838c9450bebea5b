# expect: KF0005 28:10 unmatched ')'
# expect: KF0005 29:10 unmatched ')'
# expect: KF0005 30:10 unmatched ')'
# expect: KF0005 31:10 unmatched ')'
# expect: KF0005 32:10 unmatched ')'
# expect: KF0005 33:10 unmatched ')'
# expect: KF0005 34:10 unmatched ')'
# expect: KF0005 35:10 unmatched ')'
# expect: KF0005 36:10 unmatched ')'
# expect: KF0005 37:10 unmatched ')'
# expect: KF0005 38:11 unmatched ')'
# expect: KF0005 39:11 unmatched ')'
# expect: KF0005 40:11 unmatched ')'
# expect: KF0005 41:11 unmatched ')'
# expect: KF0005 42:11 unmatched ')'
# expect: KF0005 43:11 unmatched ')'
# expect: KF0005 44:11 unmatched ')'
# expect: KF0005 45:11 unmatched ')'
# expect: KF0005 46:11 unmatched ')'
# expect: KF0005 47:11 unmatched ')'
# expect: KF0006 47:11 stopped after 20 syntax errors
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a0 = )
    a1 = )
    a2 = )
    a3 = )
    a4 = )
    a5 = )
    a6 = )
    a7 = )
    a8 = )
    a9 = )
    a10 = )
    a11 = )
    a12 = )
    a13 = )
    a14 = )
    a15 = )
    a16 = )
    a17 = )
    a18 = )
    a19 = )
    a20 = )
    a21 = )
    a22 = )
    a23 = )
    a24 = )
    a25 = )
    a26 = )
    a27 = )
    a28 = )
    a29 = )
    a30 = )
    a31 = )
    a32 = )
    a33 = )
    a34 = )
    a35 = )
    a36 = )
    a37 = )
    a38 = )
    a39 = )
