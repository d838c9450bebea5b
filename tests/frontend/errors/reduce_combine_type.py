# expect: KF0504 13:9 the combine function of tl.reduce must return fp32 like its argument, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def bad(p, q):
    return (p + q).to(tl.int32)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.reduce(tl.zeros([8], tl.float32), 0, bad)
