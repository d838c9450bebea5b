# expect: KF0202 8:12 `mode` would be a run-time variable, but is the constant 'row'; annotate it: `mode: tl.constexpr = ...`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    mode = "row"
    tl.store(o, n)
