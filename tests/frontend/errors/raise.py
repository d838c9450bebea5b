# expect: KF0107 8:5 `raise` is not part of the language; use tl.static_assert at compile time or tl.device_assert at run time
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    raise ValueError("x")
