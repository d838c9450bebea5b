# expect: KF0201 8:17 `tl.program_id` needs a value for its parameter `axis`: tl.program_id(axis)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.program_id())
