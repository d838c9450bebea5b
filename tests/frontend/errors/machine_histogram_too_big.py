# expect: KC0301 10:9 the tiles of this kernel need 1048832 bytes of local memory, but a PE has 376832; use blocks with at most 1/4 of the elements. Bytes per circular buffer, largest first:
# emit: program
# launch: x=*i32 o=*i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    h = tl.histogram(tl.load(x + tl.arange(0, B)), 131072)
    tl.store(o + tl.arange(0, 131072), h)
