# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import triton
import triton.language as tl


@triton.jit
def kernel(table, index, y, n, V, D, BM: tl.constexpr, BD: tl.constexpr):
    """Rows of a table at loaded indices; an index outside of it gives a row of -1."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    cols = tl.arange(0, BD)
    idx = tl.load(index + rows, mask=rows < n, other=-1)
    inside = (idx >= 0) & (idx < V)
    mask = inside[:, None] & (cols[None, :] < D)
    x = tl.load(table + idx[:, None] * D + cols[None, :], mask=mask, other=-1.0)
    tl.store(y + rows[:, None] * D + cols[None, :], x * 2.0, mask=(rows[:, None] < n) & (cols[None, :] < D))
