import triton
import triton.language as tl


@triton.jit

def kernel(x, y, n, k, B: tl.constexpr):
    o = tl.arange(0, B)
    acc = tl.zeros([B], tl.float32) + 2
    for i in range(0, k):
        acc += tl.load(x + i * B + o)
    for i in range(5, 2):
        acc += 1
    for i in range(10, 0, -3):
        acc += i
    tl.store(y + o, acc, mask=o < n)
