# expect: KC0301 13:5 the tiles of this kernel need 3342336 bytes of local memory, but a PE has 376832; use blocks with at most 1/16 of the elements. Bytes per circular buffer, largest first:
# emit: program
# launch: x=*fp16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n):
    i = tl.arange(0, 512)
    j = tl.arange(0, 64)
    acc = tl.zeros([512, 512], tl.float32)
    for t in range(n):
        a = tl.load(x + i[:, None] * 64 + j[None, :])
        b = tl.load(x + j[:, None] * 512 + i[None, :])
        acc += tl.dot(a, b)
    tl.store(o + i[:, None] * 512 + i[None, :], acc)
