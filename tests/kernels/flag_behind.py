import triton
import triton.language as tl


@triton.jit
def kernel(flags, y):
    pid = tl.program_id(0)
    if pid % 2 == 0:
        while tl.atomic_add(flags + pid + 1, 0) == 0:
            pass
    tl.atomic_xchg(flags + pid, 1)
    tl.store(y + pid, pid + 7)
