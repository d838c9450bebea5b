# expect: KC0301 10:31 the tiles of this kernel need 524800 bytes of local memory, but a PE has 376832; use blocks with at most 1/2 of the elements. Bytes per circular buffer, largest first:
# emit: program
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = tl.make_tensor_descriptor(x, shape=[n, 1024], strides=[1024, 1], block_shape=[128, 1024])
    tl.store(o, tl.sum(tl.sum(d.load([0, 0]), 1)))
