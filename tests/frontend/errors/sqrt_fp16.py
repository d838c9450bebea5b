# expect: KF0305 8:9 `tl.sqrt` works on fp32 and fp64, not on a block fp16[64]; cast with .to(tl.float32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.sqrt(tl.zeros([B], tl.float16))
