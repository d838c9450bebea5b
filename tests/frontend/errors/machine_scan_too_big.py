# expect: KC0301 10:31 the tiles of this kernel need 1048576 bytes of local memory, but a PE has 376832; use blocks with at most 1/4 of the elements. Bytes per circular buffer, largest first:
# emit: program
import triton
import triton.language as tl


@triton.jit
def k(x, o):
    i = tl.arange(0, 131072)
    tl.store(o + i, tl.cumsum(tl.load(x + i)))
