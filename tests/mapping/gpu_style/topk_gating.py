# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Router of a mixture of experts: softmax over experts, the K best with their weights made to sum to one, and how many
tokens each expert gets."""
import torch
import triton
import triton.language as tl


@triton.jit
def _softmax(x):
    x = x - tl.max(x, axis=1)[:, None]
    e = tl.exp(x)
    return e / tl.sum(e, axis=1)[:, None]


@triton.jit
def topk_gating_kernel(logits, weights, ids, load, n_tokens, n_experts, stride_t,
                       K: tl.constexpr, RENORMALIZE: tl.constexpr, BLOCK_T: tl.constexpr, BLOCK_E: tl.constexpr):
    tokens = tl.program_id(0) * BLOCK_T + tl.arange(0, BLOCK_T)
    experts = tl.arange(0, BLOCK_E)
    live = tokens < n_tokens
    mask = live[:, None] & (experts[None, :] < n_experts)
    x = tl.load(logits + tokens[:, None] * stride_t + experts[None, :], mask=mask, other=float("-inf"))
    x = tl.where(live[:, None], x.to(tl.float32), 0.0)
    p = _softmax(x)
    total = tl.zeros([BLOCK_T], dtype=tl.float32)
    left = p
    for k in tl.static_range(K):
        best = tl.max(left, axis=1)
        which = tl.argmax(left, axis=1)
        total += best
        tl.store(ids + tokens * K + k, which, mask=live)
        tl.atomic_add(load + which, 1, mask=live)
        left = tl.where(experts[None, :] == which[:, None], -1.0, left)
    left = p
    for k in tl.static_range(K):
        best = tl.max(left, axis=1)
        which = tl.argmax(left, axis=1)
        w = best / total if RENORMALIZE else best
        tl.store(weights + tokens * K + k, w, mask=live)
        left = tl.where(experts[None, :] == which[:, None], -1.0, left)


def topk_gating(logits: torch.Tensor, k: int):
    tokens, experts = logits.shape
    weights = torch.empty((tokens, k), device=logits.device, dtype=torch.float32)
    ids = torch.empty((tokens, k), device=logits.device, dtype=torch.int32)
    load = torch.zeros(experts, device=logits.device, dtype=torch.int32)
    topk_gating_kernel[(triton.cdiv(tokens, 16),)](logits, weights, ids, load, tokens, experts, logits.stride(0),
                                                   K=k, RENORMALIZE=True, BLOCK_T=16,
                                                   BLOCK_E=triton.next_power_of_2(experts))
    return weights, ids, load
