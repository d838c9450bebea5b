# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RMSNorm of x + residual; the sum is kept for the next layer."""
import torch
import triton
import triton.language as tl


@triton.jit
def _rsqrt_mean_square(x, n, eps):
    return tl.rsqrt(tl.sum(x * x, axis=-1) / n + eps)


@triton.jit
def fused_add_rms_norm(x_ptr, residual_ptr, weight_ptr, out_ptr, x_stride, r_stride, o_stride, n_cols, eps,
                       HAS_RESIDUAL: tl.constexpr, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK_SIZE)
    mask = cols < n_cols
    x = tl.load(x_ptr + row * x_stride + cols, mask=mask, other=0.0).to(tl.float32)
    if HAS_RESIDUAL:
        r = residual_ptr + row * r_stride + cols
        x += tl.load(r, mask=mask, other=0.0, eviction_policy="evict_first").to(tl.float32)
        tl.store(r, x.to(residual_ptr.dtype.element_ty), mask=mask)
    scale = _rsqrt_mean_square(x, n_cols, eps)
    w = tl.load(weight_ptr + cols, mask=mask, other=0.0, eviction_policy="evict_last").to(tl.float32)
    tl.store(out_ptr + row * o_stride + cols, (x * scale * w).to(out_ptr.dtype.element_ty), mask=mask)


def rms_norm(x, residual, weight, eps=1e-6):
    rows, cols = x.shape
    out = torch.empty_like(x)
    fused_add_rms_norm[(rows,)](x, residual, weight, out, x.stride(0), residual.stride(0), out.stride(0), cols, eps,
                                HAS_RESIDUAL=True, BLOCK_SIZE=triton.next_power_of_2(cols))
    return out, residual
