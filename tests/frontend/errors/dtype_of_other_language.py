# expect: KF0103 8:31 there is no `tl.half`; use tl.float16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x).to(tl.half))
