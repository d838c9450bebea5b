# expect: KF0107 9:9 `raise` is not part of the language; use tl.static_assert at compile time or tl.device_assert at run time
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n > 4:
        raise ValueError("n")
    tl.store(o, 1.0)
