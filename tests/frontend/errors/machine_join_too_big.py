# expect: KC0301 10:9 the tiles of this kernel need 524288 bytes of local memory, but a PE has 376832; use blocks with at most 1/2 of the elements. Bytes per circular buffer, largest first:
# emit: program
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 32768)
    a = tl.join(tl.load(x + i), tl.load(x + 32768 + i))
    tl.store(o + i[:, None] * 2 + tl.arange(0, 2)[None, :], a)
