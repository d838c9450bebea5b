# expect: KC0301 14:12 the tiles of this kernel need 786432 bytes of local memory, but a PE has 376832; use blocks with at most 1/4 of the elements. Bytes per circular buffer, largest first:
# note: 14:12 't', [65536] f32: 262144 B = 1 x 262144 B
# note: 14:29 't_1', [65536] f32: 262144 B = 1 x 262144 B
# note: 14:12 't_2', [65536] f32: 262144 B = 1 x 262144 B
# note: 19:39 called from here
# emit: program
import triton
import triton.language as tl


@triton.jit
def scaled(p, size: tl.constexpr):
    i = tl.arange(0, size)
    return tl.load(p + i) * tl.load(p + size + i)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o + tl.arange(0, 65536), scaled(x, 65536))
