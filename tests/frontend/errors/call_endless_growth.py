# expect: KF0204 8:12 calls are nested more than 64 deep at `grow`
import triton
import triton.language as tl


@triton.jit
def grow(a, K: tl.constexpr):
    return grow(a, K + 1)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, grow(n, 1))
