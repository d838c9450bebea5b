# expect: KC0302 12:21 this kernel needs 81 circular buffers, but a PE has 64; split it or load fewer tiles at a time. The first that is too many is for this tile
# emit: program
import triton
import triton.language as tl


@triton.jit
def k(x, o):
    i = tl.arange(0, 64)
    s = tl.load(x + i)
    for j in tl.static_range(80):
        s = s * 2 + tl.load(x + j * 64 + i)
    tl.store(o + i, s)
