# expect: KF0403 8:9 the two sides of this `if ... else` differ: a scalar i32 and a scalar fp32; convert with .to(tl.float32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = 1 if n > 3 else 2.0
    tl.store(o, a)
