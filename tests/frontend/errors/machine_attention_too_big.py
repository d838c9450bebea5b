# expect: KC0301 17:22 the tiles of this kernel need 3229696 bytes of local memory, but a PE has 376832; use blocks with at most 1/16 of the elements. Bytes per circular buffer, largest first:
# emit: program
# launch: x=*fp16
import triton
import triton.language as tl


@triton.jit
def k(x, o):
    i = tl.arange(0, 512)
    d = tl.arange(0, 64)
    at = i[:, None] * 64 + d[None, :]
    q = tl.load(x + at)
    v = tl.load(x + 32768 + at)
    s = tl.dot(q, tl.trans(tl.load(x + 65536 + at)))
    p = tl.exp(s - tl.max(s, 1)[:, None])
    tl.store(o + at, tl.dot(p.to(tl.float16), v))
