# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mean over the rows of each sequence of a jagged batch: values [total, D] and offsets [batch + 1]."""
import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[triton.Config({"BLOCK_ROWS": r, "BLOCK_D": d}) for r in (16, 32) for d in (32, 64)],
    key=["D"],
)
@triton.jit
def jagged_mean_kernel(values, offsets, out, D, BLOCK_ROWS: tl.constexpr, BLOCK_D: tl.constexpr):
    pid = tl.program_id(axis=0)
    column_blocks = tl.cdiv(D, BLOCK_D)
    sequence = pid // column_blocks
    block = pid % column_blocks
    cols = block * BLOCK_D + tl.arange(0, BLOCK_D)
    start = tl.load(offsets + sequence)
    end = tl.load(offsets + sequence + 1)
    total = tl.zeros((BLOCK_ROWS, BLOCK_D), dtype=tl.float32)
    for first in range(start, end, BLOCK_ROWS):
        rows = first + tl.arange(0, BLOCK_ROWS)
        mask = (rows[:, None] < end) & (cols[None, :] < D)
        total += tl.load(values + rows[:, None] * D + cols[None, :], mask=mask, other=0).to(tl.float32)
    length = end - start
    mean = tl.sum(total, axis=0)
    mean = tl.where(length > 0, mean / length.to(tl.float32), 0.0)
    tl.store(out + sequence * D + cols, mean, mask=cols < D)


def jagged_mean(values: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
    batch, D = offsets.numel() - 1, values.shape[1]
    out = torch.empty((batch, D), device=values.device, dtype=torch.float32)
    grid = lambda meta: (batch * triton.cdiv(D, meta["BLOCK_D"]),)
    jagged_mean_kernel[grid](values, offsets, out, D)
    return out
