# expect: KF0501 8:9 boundary_check is for block pointers; use `mask`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x, boundary_check=(0,))
