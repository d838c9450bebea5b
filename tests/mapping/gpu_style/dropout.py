# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dropout that keeps a seed instead of a mask: the backward pass draws the same numbers again."""
import torch
import triton
import triton.language as tl


@triton.jit
def _keep(seed, index, p):
    return tl.rand(seed, index) > p


@triton.jit
def _seeded_dropout(x_ptr, output_ptr, n_elements, p, seed, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    output = tl.where(_keep(seed, offsets, p), x / (1 - p), 0.0)
    tl.store(output_ptr + offsets, output, mask=mask)


def seeded_dropout(x: torch.Tensor, p: float, seed: int) -> torch.Tensor:
    output = torch.empty_like(x)
    n = x.numel()
    grid = lambda meta: (triton.cdiv(n, meta["BLOCK_SIZE"]),)
    _seeded_dropout[grid](x, output, n, p, seed, BLOCK_SIZE=1024)
    return output
