# expect: KC0301 11:9 the tiles of this kernel need 524288 bytes of local memory, but a PE has 376832; use blocks with at most 1/2 of the elements. Bytes per circular buffer, largest first:
# emit: program
# launch: n=
import triton
import triton.language as tl


@triton.jit
def k(x, o):
    i = tl.arange(0, 65536)
    a = tl.load(x + i)
    tl.store(o + i, tl.gather(a, 65535 - i, 0))
