# expect: KF0301 8:26 a tensor or a number is needed here, not the constant 'b'
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.device_print("a", "b", n)
    tl.store(o, 1.0)
