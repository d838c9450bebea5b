# expect: KF0305 8:9 `tl.softmax`: `tl.exp` works on fp32 and fp64, not on a block i32[64]; cast with .to(tl.float32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    v = tl.softmax(tl.arange(0, B))
    tl.store(o + tl.arange(0, B), v)
