import triton
import triton.language as tl


@triton.jit
def kernel(x, y, n, B: tl.constexpr):
    # Every program writes its block; after the barrier each reads one that another PE wrote.
    pid = tl.program_id(0)
    offs = tl.arange(0, B)
    v = tl.load(x + pid * B + offs)
    tl.store(y + pid * B + offs, v + 1)
    tl.mtia.barrier()
    next = (pid + 1) % tl.num_programs(0)
    w = tl.load(y + next * B + offs)
    tl.mtia.barrier()
    for i in range(n):
        w = w * 2
        tl.mtia.barrier()
    tl.store(y + pid * B + offs, w)
