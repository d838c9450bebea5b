# expect: KF0103 8:9 there is no `tl.laod`; did you mean `tl.load`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    v = tl.laod(x)
    tl.store(o, v)
