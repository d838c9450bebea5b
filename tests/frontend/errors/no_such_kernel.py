# expect: KF0050 1:1 the source has no kernel `k`; it has `kk`
# launch: x=*fp32
import triton
import triton.language as tl


@triton.jit
def kk(x):
    tl.store(x, 1.0)
