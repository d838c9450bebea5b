# expect: KF0202 9:9 `a` would be a run-time variable, but is the constant 'p'; annotate it: `a: tl.constexpr = ...`
# expect: KF0202 11:13 `a` would be a run-time variable, but is the constant 'q'; annotate it: `a: tl.constexpr = ...`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = "p"
    for i in range(n):
        a = "q"
