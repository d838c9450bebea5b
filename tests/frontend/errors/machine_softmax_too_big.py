# expect: KC0301 11:33 the tiles of this kernel need 3147776 bytes of local memory, but a PE has 376832; use blocks with at most 1/16 of the elements. Bytes per circular buffer, largest first:
# emit: program
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    r = tl.arange(0, 256)
    at = r[:, None] * 1024 + tl.arange(0, 1024)[None, :]
    tl.store(o + at, tl.softmax(tl.load(x + at), 1, keep_dims=True))
