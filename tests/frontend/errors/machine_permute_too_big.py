# expect: KC0301 11:32 the tiles of this kernel need 2097152 bytes of local memory, but a PE has 376832; use blocks with at most 1/8 of the elements. Bytes per circular buffer, largest first:
# emit: program
import triton
import triton.language as tl


@triton.jit
def k(x, o):
    i = tl.arange(0, 64)
    r = i[:, None, None] * 4096 + i[None, :, None] * 64 + i[None, None, :]
    tl.store(o + r, tl.permute(tl.load(x + r), (2, 0, 1)))
