import triton
import triton.language as tl


@triton.jit
def kernel(x, parts, count, y, N: tl.constexpr, B: tl.constexpr):
    pid = tl.program_id(0)
    o = tl.arange(0, B)
    tl.store(parts + pid * B + o, tl.load(x + pid * B + o) * 2)
    if tl.atomic_add(count, 1) == N - 1:
        total = tl.zeros((B,), tl.int32)
        for i in range(N):
            total += tl.load(parts + i * B + o)
        tl.store(y + o, total)
