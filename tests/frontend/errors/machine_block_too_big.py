# expect: KC0301 13:9 the tiles of this kernel need 786432 bytes of local memory, but a PE has 376832; use blocks with at most 1/4 of the elements. Bytes per circular buffer, largest first:
# note: 13:9 'a', [65536] f32: 262144 B = 1 x 262144 B
# note: 14:9 'b', [65536] f32: 262144 B = 1 x 262144 B
# note: 15:21 't', [65536] f32: 262144 B = 1 x 262144 B
# emit: program
import triton
import triton.language as tl


@triton.jit
def k(x, o):
    i = tl.arange(0, 65536)
    a = tl.load(x + i)
    b = tl.load(x + 65536 + i)
    tl.store(o + i, a * b)
