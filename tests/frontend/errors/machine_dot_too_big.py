# expect: KC0301 13:22 the tiles of this kernel need 983040 bytes of local memory, but a PE has 376832; use blocks with at most 1/4 of the elements. Bytes per circular buffer, largest first:
# emit: program
# launch: x=*fp16
import triton
import triton.language as tl


@triton.jit
def k(x, o):
    i = tl.arange(0, 256)
    at = i[:, None] * 256 + i[None, :]
    a = tl.load(x + at)
    tl.store(o + at, tl.dot(a, a))
