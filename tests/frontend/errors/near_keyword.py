# expect: KF0201 8:20 `tl.load` has no parameter `msak`; did you mean `mask`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    v = tl.load(x, msak=True)
