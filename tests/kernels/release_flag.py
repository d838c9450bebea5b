import triton
import triton.language as tl


@triton.jit
def kernel(x, data, flag, y, B: tl.constexpr):
    pid = tl.program_id(0)
    o = tl.arange(0, B)
    if pid == 0:
        tl.store(data + o, tl.load(x + o) * 3)
        tl.atomic_xchg(flag, 1, sem="release")
    else:
        while tl.atomic_add(flag, 0, sem="acquire") == 0:
            pass
        tl.store(y + (pid - 1) * B + o, tl.load(data + o) + pid)
