# expect: KF0103 7:16 there is no `tl.constepxr`; did you mean `tl.constexpr`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, B: tl.constepxr):
    i = tl.arange(0, B)
    tl.store(o + i, 1.0)
