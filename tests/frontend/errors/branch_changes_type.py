# expect: KF0403 9:5 `a` is a scalar fp32 after the `if` branch and a scalar i32 after the `else` branch; convert with .to(tl.float32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = 1
    if n > 3:
        a = 2.0
    tl.store(o, a)
