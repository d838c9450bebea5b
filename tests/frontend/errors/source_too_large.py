# expect: KF0001 1:1 the source has 5400148 bytes; the limit is 4194304
import triton
import triton.language as tl


@triton.jit
def k(o):
    pass
@@600000:# filler\n@@