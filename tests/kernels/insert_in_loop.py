import triton
import triton.language as tl


@triton.jit
def kernel(x, o, p, q, T: tl.constexpr, R: tl.constexpr, C: tl.constexpr, S: tl.constexpr):
    # Tiles that a loop carries and of which it replaces parts: in place, after the old tile was read, and where the
    # new tile is read at once.
    pid = tl.program_id(0)
    rows = tl.arange(0, R)
    cols = tl.arange(0, C)
    part = tl.arange(0, S)
    x += pid * T * S * C
    kept = tl.zeros((R, C), tl.int32)
    before = tl.zeros((R, C), tl.int32)
    after = tl.zeros((R, C), tl.int32)
    sums = tl.zeros((R,), tl.int32)
    for i in range(T):
        piece = tl.load(x + (i * S + part)[:, None] * C + cols[None, :])
        kept = tl.insert_slice(kept, piece * 2, [i * S, 0], [S, C], [1, 1])
        kept = tl.insert_slice(kept, piece, [i, 0], [S, C], [T, 1])
        sums += tl.sum(before, axis=1)
        before = tl.insert_slice(before, piece, [i * S, 0], [S, C], [1, 1])
        after = tl.insert_slice(after, piece + i, [i * S, 0], [S, C], [1, 1])
        sums += tl.max(after, axis=1)
    at = pid * R * C + rows[:, None] * C + cols[None, :]
    tl.store(o + at, kept)
    tl.store(p + at, before - after)
    tl.store(q + pid * R + rows, sums)
