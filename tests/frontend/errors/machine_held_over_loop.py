# expect: KC0301 14:5 the tiles of this kernel need 458752 bytes of local memory, but a PE has 376832; use blocks with at most 1/2 of the elements. Bytes per circular buffer, largest first:
# emit: program
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 16384)
    a = tl.load(x + i)
    b = tl.load(x + 16384 + i)
    c = tl.load(x + 32768 + i)
    s = tl.zeros([16384], tl.float32)
    for t in range(n):
        s += a * b + c * t + tl.load(x + t * 16384 + i)
    tl.store(o + i, s)
