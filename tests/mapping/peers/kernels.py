# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One kernel for each kind of access or mask that compilers of this sort are known to have got wrong."""
import triton
import triton.language as tl


@triton.jit
def several_modulos(x, y, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    cols = tl.program_id(1) * BN + tl.arange(0, BN)
    tile = tl.load(x + (rows % M)[:, None] * N + (cols % N)[None, :])
    tl.store(y + rows[:, None] * (tl.num_programs(1) * BN) + cols[None, :], tile)


@triton.jit
def select_of_offsets(x, y, threshold, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    front = pid * BLOCK + offs
    back = n - (pid + 1) * BLOCK + offs
    tl.store(y + front, tl.load(x + tl.where(pid < threshold, front, back)))


@triton.jit
def select_of_lanes(x, y, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + offs, tl.load(x + tl.where(offs < n, offs, n - 1)))


@triton.jit
def division(x, y, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + offs, tl.load(x + (offs // 8) * 20 + offs % 8))


@triton.jit
def lower_bound(x, y, first, last, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = (offs >= first) & (offs < last)
    tl.store(y + offs, tl.load(x + offs - first, mask=inside, other=-3.0))


@triton.jit
def two_bases(a, b, y, HALF: tl.constexpr):
    offs = tl.arange(0, HALF)
    both = tl.cat(a + offs, b + offs, can_reorder=True)
    tl.store(y + tl.arange(0, 1), tl.sum(tl.load(both), axis=0)[None])


@triton.jit
def two_unstructured(x, rows, cols, y, pitch, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.arange(0, BM)
    n = tl.arange(0, BN)
    r = tl.load(rows + m)
    c = tl.load(cols + n)
    tl.store(y + m[:, None] * BN + n[None, :], tl.load(x + r[:, None] * pitch + c[None, :]))


@triton.jit
def size_one_mask(x, y, M, N, BLOCK: tl.constexpr):
    row = tl.program_id(0) + tl.arange(0, 1)
    cols = tl.arange(0, BLOCK)
    mask = (row < M)[:, None] & (cols < N)[None, :]
    tile = tl.load(x + row[:, None] * N + cols[None, :], mask=mask, other=5.0)
    tl.store(y + (tl.program_id(0) + tl.arange(0, 1))[:, None] * BLOCK + cols[None, :], tile)


@triton.jit
def mask_in_loop(x, y, n, BLOCK: tl.constexpr):
    offs = tl.arange(0, BLOCK)
    mask = offs < n
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for _ in range(tl.cdiv(n, BLOCK)):
        total += tl.load(x + offs, mask=mask, other=0.0)
        offs += BLOCK
        mask = offs < n
    tl.store(y + tl.arange(0, BLOCK), total)


@triton.jit
def undivided_axis(x, y, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    tl.store(y + offs, tl.load(x + (offs // 6) * 10 + offs % 6, mask=mask), mask=mask)


@triton.jit
def flattened_strided_store(x, y, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    tl.store(y + (offs % 16) * 24 + offs // 16, tl.load(x + offs, mask=mask), mask=mask)
