# expect: KF0201 14:14 `inner` has no parameter `sclae`; did you mean `scale`?
# note: fix: write `scale`
import triton
import triton.language as tl


@triton.jit
def inner(p, scale=1.0):
    tl.store(p, scale)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    inner(o, sclae=2.0)
