# expect: KF0101 9:17 `N` is not defined; did you mean `n`?
# note: fix: write `n`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, N + 1)
