# expect: KF0308 8:9 2 slices on a block i32[64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(0, B)[:, :, None]
