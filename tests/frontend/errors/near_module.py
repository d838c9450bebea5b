# expect: KF0101 8:17 `t1` is not defined; did you mean `tl`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, t1.load(x))
