# expect: KF0306 8:9 a pointer casts to int64 or int1, not to fp16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = x.to(tl.float16)
    tl.store(o, tl.load(p))
