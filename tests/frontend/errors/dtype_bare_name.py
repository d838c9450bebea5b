# expect: KF0101 8:31 `float16` is not defined; did you mean `tl.float16`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x).to(float16))
