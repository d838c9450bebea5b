import triton
import triton.language as tl


@triton.jit

def kernel(x, y, n, B: tl.constexpr):
    r = tl.program_id(0)
    v = tl.load(x + r)
    i = 0
    while v > 1 and i < 100:
        if v % 2 == 0:
            v = v // 2
        else:
            v = 3 * v + 1
        i += 1
    tl.store(y + r, i)
