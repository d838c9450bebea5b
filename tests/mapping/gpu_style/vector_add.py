# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sum of two vectors of any length."""
import torch
import triton
import triton.language as tl


def _configs():
    return [triton.Config({"BLOCK_SIZE": size}, num_warps=warps) for size in (256, 1024) for warps in (4, 8)]


@triton.autotune(configs=_configs(), key=["numel"])
@triton.jit
def add_kernel(lhs, rhs, out, numel, BLOCK_SIZE: tl.constexpr):
    first = tl.program_id(axis=0) * BLOCK_SIZE
    index = first + tl.arange(0, BLOCK_SIZE)
    inside = index < numel
    total = tl.load(lhs + index, mask=inside) + tl.load(rhs + index, mask=inside)
    tl.store(out + index, total, mask=inside)


def add(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    out = torch.empty_like(lhs)
    grid = lambda meta: (triton.cdiv(out.numel(), meta["BLOCK_SIZE"]),)
    add_kernel[grid](lhs, rhs, out, out.numel())
    return out
