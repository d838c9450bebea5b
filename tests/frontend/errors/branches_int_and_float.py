# expect: KF0403 10:5 `a` is a scalar fp32 after the `if` branch and a scalar i32 after the `else` branch; convert with .to(tl.float32)
# note: 11:9 `a` is set here to a scalar fp32
# note: 13:9 `a` is set here to a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n > 4:
        a = tl.load(x)
    else:
        a = 0
    tl.store(o, a)
