# expect: KF0203 8:9 tl.full of i32 takes an integer, not 1.5
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.full([B], 1.5, tl.int32)
