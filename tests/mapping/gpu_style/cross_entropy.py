# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cross-entropy over a vocabulary that does not fit into a tile: maximum and sum in one walk over the logits, the
gradient written over them in a second."""
import torch
import triton
import triton.language as tl


@triton.jit
def _online(row, n_cols, label_smoothing, BLOCK_SIZE: tl.constexpr):
    """Maximum of the row, sum of exp(x - maximum), and the smoothed sum of logits."""
    m = float("-inf")
    d = 0.0
    scaled = 0.0
    eps = label_smoothing / n_cols
    for i in range(0, n_cols, BLOCK_SIZE):
        offs = i + tl.arange(0, BLOCK_SIZE)
        x = tl.load(row + offs, mask=offs < n_cols, other=float("-inf")).to(tl.float32)
        if label_smoothing > 0:
            scaled += tl.sum(tl.where(offs < n_cols, -eps * x, 0.0))
        m_new = tl.maximum(m, tl.max(x))
        d = d * tl.exp(m - m_new) + tl.sum(tl.exp(x - m_new))
        m = m_new
    return m, d, scaled


@triton.jit
def cross_entropy_kernel(X_ptr, X_stride, Y_ptr, loss_ptr, n_cols, n_non_ignore, ignore_index,
                         label_smoothing: tl.constexpr, BLOCK_SIZE: tl.constexpr):
    program_id = tl.program_id(0).to(tl.int64)
    y = tl.load(Y_ptr + program_id)
    X_ptr += program_id * X_stride
    if y == ignore_index:
        for i in range(0, n_cols, BLOCK_SIZE):
            offs = i + tl.arange(0, BLOCK_SIZE)
            tl.store(X_ptr + offs, 0.0, mask=offs < n_cols)
        tl.store(loss_ptr + program_id, 0.0)
        return
    x_label = tl.load(X_ptr + y).to(tl.float32)
    m, d, scaled = _online(X_ptr, n_cols, label_smoothing, BLOCK_SIZE)
    lse = m + tl.log(d)
    eps = label_smoothing / n_cols
    for i in range(0, n_cols, BLOCK_SIZE):
        offs = i + tl.arange(0, BLOCK_SIZE)
        x = tl.load(X_ptr + offs, mask=offs < n_cols, other=float("-inf")).to(tl.float32)
        grad = tl.exp(x - m) / d - eps
        grad = tl.where(offs != y, grad, grad - (1 - label_smoothing)) / n_non_ignore
        tl.store(X_ptr + offs, grad, mask=offs < n_cols)
    tl.debug_barrier()
    loss = lse - x_label
    if label_smoothing > 0:
        smooth = scaled + label_smoothing * lse
        loss = loss * (1 - label_smoothing) + smooth
    tl.store(loss_ptr + program_id, loss / n_non_ignore)


def cross_entropy(logits: torch.Tensor, target: torch.Tensor, ignore_index: int = -100, smoothing: float = 0.0):
    rows, vocabulary = logits.shape
    loss = torch.zeros(rows, dtype=torch.float32, device=logits.device)
    n = int((target != ignore_index).sum())
    cross_entropy_kernel[(rows,)](logits, logits.stride(0), target, loss, vocabulary, n, ignore_index,
                                  label_smoothing=smoothing, BLOCK_SIZE=1024, num_warps=8)
    return loss.sum(), logits
