# expect: KF0202 8:9 `a` would be a run-time variable, but is the constant 'text'; annotate it: `a: tl.constexpr = ...`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = "text"
