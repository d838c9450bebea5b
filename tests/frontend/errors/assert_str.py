# expect: KF0202 8:5 the message of tl.device_assert must be a string, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    assert n > 3, n
    tl.store(o, 1.0)
