# expect: KC0301 11:49 the tiles of this kernel need 1050624 bytes of local memory, but a PE has 376832; use blocks with at most 1/4 of the elements. Bytes per circular buffer, largest first:
# emit: program
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 512)
    a = tl.load(x + i)
    tl.store(o + i[:, None] * 512 + i[None, :], a[:, None] * a[None, :] + a[:, None])
