import triton
import triton.language as tl


@triton.jit
def kernel(x, sums, flags, B: tl.constexpr):
    pid = tl.program_id(0)
    o = tl.arange(0, B)
    total = tl.load(x + pid * B + o)
    if pid > 0:
        while tl.atomic_cas(flags + pid - 1, 1, 1) == 0:
            pass
        total += tl.load(sums + (pid - 1) * B + o)
    tl.store(sums + pid * B + o, total)
    tl.atomic_xchg(flags + pid, 1)
