# expect: KC0301 10:29 the tiles of this kernel need 688128 bytes of local memory, but a PE has 376832; use blocks with at most 1/2 of the elements. Bytes per circular buffer, largest first:
# emit: program
import triton
import triton.language as tl


@triton.jit
def k(x, o):
    i = tl.arange(0, 16384)
    tl.store(o + i, tl.sort(tl.load(x + i)))
