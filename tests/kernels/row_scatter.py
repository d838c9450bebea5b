# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import triton
import triton.language as tl


@triton.jit
def kernel(x, index, y, n, D, BM: tl.constexpr, BD: tl.constexpr):
    """Rows go to loaded places, odd ones nowhere; of several for one place the last stays."""
    rows = tl.arange(0, BM)
    cols = tl.arange(0, BD)
    idx = tl.load(index + rows, mask=rows < n, other=1)
    values = tl.load(x + rows[:, None] * D + cols[None, :], mask=(rows[:, None] < n) & (cols[None, :] < D), other=0.0)
    mask = ((idx % 2 == 0) & (rows < n))[:, None] & (cols < D)[None, :]
    tl.store(y + idx[:, None] * D + cols[None, :], values + 1.0, mask=mask)
