# expect: KF0201 8:9 `tl.cat` needs a value for its parameter `other`: tl.cat(input, other, can_reorder=False, dim=None)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.cat(tl.arange(0, 8), can_reorder=True)
