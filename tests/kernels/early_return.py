import triton
import triton.language as tl


@triton.jit

def kernel(x, y, n, flag, B: tl.constexpr):
    pid = tl.program_id(0)
    if pid * B >= n:
        return
    if flag == 2:
        return
    o = pid * B + tl.arange(0, B)
    tl.store(y + o, tl.load(x + o, mask=o < n) + 1, mask=o < n)
