# expect: KF0205 13:17 `total` is noinline and takes scalars only, not a block i32[64]
import triton
import triton.language as tl


@triton.jit(noinline=True)
def total(a):
    return tl.sum(a)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, total(tl.arange(0, B)))
