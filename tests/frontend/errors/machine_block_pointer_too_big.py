# expect: KC0301 10:9 the tiles of this kernel need 1050624 bytes of local memory, but a PE has 376832; use blocks with at most 1/4 of the elements. Bytes per circular buffer, largest first:
# emit: program
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(x, (n, 1024), (1024, 1), (0, 0), (256, 1024), (1, 0))
    a = tl.load(p, boundary_check=(0,), padding_option="zero")
    tl.store(o + tl.arange(0, 256), tl.sum(a, 1))
