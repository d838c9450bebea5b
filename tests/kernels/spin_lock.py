import triton
import triton.language as tl


@triton.jit
def kernel(x, lock, total, B: tl.constexpr):
    o = tl.arange(0, B)
    v = tl.load(x + tl.program_id(0) * B + o)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(total + o, tl.load(total + o) + v)
    tl.atomic_xchg(lock, 0)
