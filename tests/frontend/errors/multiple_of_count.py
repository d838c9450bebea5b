# expect: KF0201 8:9 a hint for a block i32[64] needs 1 values, not 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.multiple_of(tl.arange(0, B), [16, 16])
