# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import triton
import triton.language as tl


@triton.jit
def kernel(x, y, first, second, D: tl.constexpr, BM: tl.constexpr):
    """Two runs of rows of one argument as one tile, pointers joined; and columns at joined places."""
    r = tl.arange(0, BM)
    cols = tl.arange(0, D)
    rows = tl.cat(first + r, second + r, can_reorder=True)
    starts = tl.cat(x + (first + r) * D, x + (second + r) * D, can_reorder=True)
    a = tl.load(x + rows[:, None] * D + cols[None, :])
    b = tl.load(starts[:, None] + cols[None, :])
    places = tl.cat(tl.arange(0, D // 2) * 2, tl.arange(0, D // 2) * 2 + 1, can_reorder=True)
    c = tl.load(x + tl.arange(0, 2 * BM)[:, None] * D + places[None, :])
    out = tl.arange(0, 2 * BM)
    tl.store(y + out[:, None] * D + cols[None, :], a + 2.0 * b + 3.0 * c)
