# expect: KF0203 8:9 tl.map_elementwise needs blocks, and a pack from 1 to 16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.map_elementwise(n)
