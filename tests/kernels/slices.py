import triton
import triton.language as tl


@triton.jit
def kernel(x, o, p, q, n, B: tl.constexpr):
    # Parts of a tile: constant and computed offsets, steps, parts put back.
    pid = tl.program_id(0)
    r = tl.arange(0, 32)
    c = tl.arange(0, B)
    v = tl.load(x + pid * 32 * B + r[:, None] * B + c[None, :])
    left = tl.extract_slice(v, [0, 0], [32, 16], [1, 1])
    right = tl.extract_slice(v, [0, 16], [32, 16], [1, 1])
    h = tl.arange(0, 16)
    tl.store(o + pid * 512 + r[:, None] * 16 + h[None, :], left - right)
    odd = tl.extract_slice(v, [1, n + pid], [16, 16], [2, 1])
    tl.store(p + pid * 256 + h[:, None] * 16 + h[None, :], odd)
    w = tl.insert_slice(v, odd, [16 - n, 8], [16, 16], [1, 1])
    tl.store(q + pid * 32 * B + r[:, None] * B + c[None, :], w * 2)
