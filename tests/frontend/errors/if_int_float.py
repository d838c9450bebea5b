# expect: KF0403 8:5 `q` is a scalar i32 after the `if` branch and a scalar fp32 after the `else` branch; convert with .to(tl.float32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n > 3:
        q = 1
    else:
        q = 2.0
    tl.store(o, q)
