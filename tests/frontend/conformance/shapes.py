# Shape manipulation, gather, sort, histogram, join and split.
import triton
import triton.language as tl


@triton.jit
def joins(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    c = tl.arange(0, N)
    x = tl.load(x_ptr + c)
    y = tl.load(y_ptr + c)
    j = tl.join(x, y)
    a, b = tl.split(j)
    tl.store(out_ptr + tl.arange(0, N)[:, None] * 2 + tl.arange(0, 2)[None, :], j)
    tl.store(out_ptr + 2 * N + tl.arange(0, 2 * N), tl.interleave(x, y))
    tl.store(out_ptr + 4 * N + c, a - b)


@triton.jit
def permutes(x_ptr, out_ptr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    a = tl.arange(0, A)[:, None, None]
    b = tl.arange(0, B)[None, :, None]
    c = tl.arange(0, C)[None, None, :]
    x = tl.load(x_ptr + (a * B + b) * C + c)
    y = tl.permute(x, (2, 0, 1))
    z = tl.trans(x, 0, 2, 1)
    at_y = (tl.arange(0, C)[:, None, None] * A + tl.arange(0, A)[None, :, None]) * B + tl.arange(0, B)[None, None, :]
    at_z = (tl.arange(0, A)[:, None, None] * C + tl.arange(0, C)[None, :, None]) * B + tl.arange(0, B)[None, None, :]
    tl.store(out_ptr + at_y, y)
    tl.store(out_ptr + A * B * C + at_z, z)
    flat = tl.ravel(x.sum(axis=1))
    tl.store(out_ptr + 2 * A * B * C + tl.arange(0, A * C), flat)
    wide = tl.broadcast_to(tl.expand_dims(flat, 0), (2, A * C))
    tl.store(out_ptr + 2 * A * B * C + A * C + tl.arange(0, 2)[:, None] * (A * C) + tl.arange(0, A * C)[None, :], wide)


@triton.jit
def sorts(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    r = tl.arange(0, M)[:, None]
    at = r * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at)
    tl.store(out_ptr + at, tl.sort(x))
    tl.store(out_ptr + M * N + at, tl.sort(x, descending=True))
    tl.store(out_ptr + 2 * M * N + at, tl.flip(x, 1))
    tl.store(out_ptr + 3 * M * N + r * K + tl.arange(0, K)[None, :], tl.topk(x, K))


@triton.jit
def gathers(x_ptr, i_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at)
    rows = tl.load(i_ptr + at)
    tl.store(out_ptr + at, tl.gather(x, rows, axis=0))
    tl.store(out_ptr + M * N + at, tl.gather(x, rows * 2 % N, axis=1))


@triton.jit
def histograms(x_ptr, out_ptr, n, B: tl.constexpr, BINS: tl.constexpr):
    offs = tl.arange(0, B)
    x = tl.load(x_ptr + offs, mask=offs < n, other=0)
    h = tl.histogram(x, BINS)
    tl.store(out_ptr + tl.arange(0, BINS), h)
    tl.store(out_ptr + BINS + tl.arange(0, BINS), tl.histogram(x, BINS, mask=offs < n))


@triton.jit
def cats(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, N))
    y = tl.load(y_ptr + tl.arange(0, N))
    both = tl.cat(x, y, can_reorder=True)
    tl.store(out_ptr, tl.sum(both))
    tl.store(out_ptr + 1, tl.max(both))
    i, j = tl.swizzle2d(tl.program_id(0) + 1, 2, 4, 5, 2)
    tl.store(out_ptr + 2, i)
    tl.store(out_ptr + 3, j)
