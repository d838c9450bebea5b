# expect: KF0202 8:55 `direction` must be a string, not the constant 1
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x, None, None, (), "", "", "", False, 1)
