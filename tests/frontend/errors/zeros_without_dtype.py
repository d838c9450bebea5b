# expect: KF0201 8:9 `tl.zeros` needs a value for its parameter `dtype`: tl.zeros(shape, dtype)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([64])
    tl.store(o + tl.arange(0, 64), a)
