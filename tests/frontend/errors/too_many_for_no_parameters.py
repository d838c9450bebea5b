# expect: KF0201 8:21 `barrier` takes no arguments, but gets 1: barrier()
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.mtia.barrier(n)
    tl.store(o, 1.0)
