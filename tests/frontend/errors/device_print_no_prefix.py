# expect: KF0202 8:21 the prefix of tl.device_print must be a string, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.device_print(n)
