# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sparse times dense: A holds only its nonzero BLOCK x BLOCK blocks, by rows of blocks (row_start, block_column)."""
import torch
import triton
import triton.language as tl


@triton.jit
def _load_block(blocks, slot, BLOCK: tl.constexpr):
    r = tl.arange(0, BLOCK)
    return tl.load(blocks + slot * BLOCK * BLOCK + r[:, None] * BLOCK + r[None, :])


@triton.jit
def block_sparse_matmul(blocks, row_start, block_column, B, C, N, stride_b, stride_c,
                        BLOCK: tl.constexpr, BLOCK_N: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    r = tl.arange(0, BLOCK)
    first = tl.load(row_start + row)
    last = tl.load(row_start + row + 1)
    acc = tl.zeros((BLOCK, BLOCK_N), dtype=tl.float32)
    for slot in range(first, last):
        column = tl.load(block_column + slot)
        a = _load_block(blocks, slot, BLOCK)
        rows = column * BLOCK + r
        b = tl.load(B + rows[:, None] * stride_b + cols[None, :], mask=cols[None, :] < N, other=0.0)
        acc = tl.dot(a, b, acc)
    tl.store(C + (row * BLOCK + r)[:, None] * stride_c + cols[None, :], acc.to(C.dtype.element_ty),
             mask=cols[None, :] < N)


def sparse_matmul(blocks, row_start, block_column, b: torch.Tensor) -> torch.Tensor:
    size = blocks.shape[-1]
    rows = row_start.numel() - 1
    c = torch.empty((rows * size, b.shape[1]), device=b.device, dtype=b.dtype)
    grid = (rows, triton.cdiv(b.shape[1], 32))
    block_sparse_matmul[grid](blocks, row_start, block_column, b, c, b.shape[1], b.stride(0), c.stride(0),
                              BLOCK=size, BLOCK_N=32)
    return c
