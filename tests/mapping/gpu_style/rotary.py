# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rotary position embedding of queries and keys in place, halves rotated against each other."""
import torch
import triton
import triton.language as tl


@triton.jit
def _rotate(base, heads, cos, sin, half_dim: tl.constexpr, head_dim: tl.constexpr, BLOCK_H: tl.constexpr,
            BLOCK_D: tl.constexpr):
    h = tl.arange(0, BLOCK_H)[:, None]
    d = tl.arange(0, BLOCK_D)[None, :]
    left = h * head_dim + d
    right = left + half_dim
    mask = (h < heads) & (d < half_dim)
    x1 = tl.load(base + left, mask=mask, other=0).to(tl.float32)
    x2 = tl.load(base + right, mask=mask, other=0).to(tl.float32)
    tl.store(base + left, x1 * cos - x2 * sin, mask=mask)
    tl.store(base + right, x2 * cos + x1 * sin, mask=mask)


@triton.jit
def rope_kernel(q_ptr, k_ptr, cos_ptr, sin_ptr, q_row_stride, k_row_stride, cos_row_stride, seq_len,
                n_q_heads: tl.constexpr, n_k_heads: tl.constexpr, head_dim: tl.constexpr,
                PAD_Q_HEADS: tl.constexpr, PAD_K_HEADS: tl.constexpr, PAD_HALF: tl.constexpr):
    token = tl.program_id(0)
    position = token % seq_len
    half: tl.constexpr = head_dim // 2
    d = tl.arange(0, PAD_HALF)
    cos = tl.load(cos_ptr + position * cos_row_stride + d, mask=d < half, other=0)[None, :]
    sin = tl.load(sin_ptr + position * cos_row_stride + d, mask=d < half, other=0)[None, :]
    _rotate(q_ptr + token * q_row_stride, n_q_heads, cos, sin, half, head_dim, PAD_Q_HEADS, PAD_HALF)
    _rotate(k_ptr + token * k_row_stride, n_k_heads, cos, sin, half, head_dim, PAD_K_HEADS, PAD_HALF)


def rope(q: torch.Tensor, k: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor):
    batch, seq_len, n_q, head_dim = q.shape
    n_k = k.shape[2]
    rope_kernel[(batch * seq_len,)](q, k, cos, sin, q.stride(1), k.stride(1), cos.stride(0), seq_len,
                                    n_q, n_k, head_dim, triton.next_power_of_2(n_q),
                                    triton.next_power_of_2(n_k), triton.next_power_of_2(head_dim // 2))
    return q, k
