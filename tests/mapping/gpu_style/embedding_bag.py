# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weighted sum of table rows for each bag of indices: BLOCK_B indices of a bag are looked up at once."""
import torch
import triton
import triton.language as tl


@triton.jit
def _lookup(table, index, live, cols, D, table_stride):
    at = index[:, None] * table_stride + cols[None, :]
    return tl.load(table + at, mask=live[:, None] & (cols[None, :] < D), other=0.0).to(tl.float32)


@triton.jit
def embedding_bag_kernel(table, indices, offsets, weights, out, n_bags, n_indices, D, table_stride,
                         padding_idx, BLOCK_B: tl.constexpr, BLOCK_D: tl.constexpr):
    bag = tl.program_id(0)
    cols = tl.program_id(1) * BLOCK_D + tl.arange(0, BLOCK_D)
    begin = tl.load(offsets + bag)
    end = n_indices.to(tl.int64)
    if bag + 1 < n_bags:
        end = tl.load(offsets + bag + 1)
    acc = tl.zeros([BLOCK_D], dtype=tl.float32)
    for i in range(begin, end, BLOCK_B):
        lane = i + tl.arange(0, BLOCK_B)
        live = lane < end
        index = tl.load(indices + lane, mask=live, other=padding_idx)
        weight = tl.load(weights + lane, mask=live, other=0.0)
        live = live & (index != padding_idx)
        rows = _lookup(table, index, live, cols, D, table_stride)
        acc += tl.sum(rows * weight[:, None], axis=0)
    tl.store(out + bag * D + cols, acc, mask=cols < D)


def embedding_bag(table, indices, offsets, weights, padding_idx=-1):
    bags, D = offsets.numel(), table.shape[1]
    out = torch.empty((bags, D), device=table.device, dtype=torch.float32)
    block_d = min(128, triton.next_power_of_2(D))
    grid = (bags, triton.cdiv(D, block_d))
    embedding_bag_kernel[grid](table, indices, offsets, weights, out, bags, indices.numel(), D, table.stride(0),
                               padding_idx, BLOCK_B=8, BLOCK_D=block_d)
    return out
