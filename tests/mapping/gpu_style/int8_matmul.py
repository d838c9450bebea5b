# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Half-precision activations times int8 weights that carry a scale and a shift for each group of rows and column."""
import torch
import triton
import triton.language as tl


@triton.jit
def _dequantize(w, scale, shift):
    return ((w.to(tl.float32) - shift) * scale).to(tl.float16)


@triton.heuristics({"EVEN_K": lambda args: args["K"] % args["BLOCK_K"] == 0})
@triton.jit
def w8a16_matmul(x_ptr, w_ptr, scale_ptr, shift_ptr, y_ptr, M, N, K,
                 stride_xm, stride_wk, stride_sg, stride_ym,
                 GROUP: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
                 EVEN_K: tl.constexpr):
    tl.static_assert(GROUP % BLOCK_K == 0, "a block of K lies in one group")
    pid_m = tl.program_id(0)
    pid_n = tl.program_id(1)
    rm = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    rn = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    rk = tl.arange(0, BLOCK_K)
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k0 in range(0, K, BLOCK_K):
        k = k0 + rk
        group = k0 // GROUP
        mx = rm[:, None] < M
        mw = rn[None, :] < N
        if not EVEN_K:
            mx = mx & (k[None, :] < K)
            mw = mw & (k[:, None] < K)
        x = tl.load(x_ptr + rm[:, None] * stride_xm + k[None, :], mask=mx, other=0.0)
        w = tl.load(w_ptr + k[:, None] * stride_wk + rn[None, :], mask=mw, other=0)
        scale = tl.load(scale_ptr + group * stride_sg + rn, mask=rn < N, other=0.0).to(tl.float32)
        shift = tl.load(shift_ptr + group * stride_sg + rn, mask=rn < N, other=0.0).to(tl.float32)
        acc += tl.dot(x, _dequantize(w, scale[None, :], shift[None, :]))
    tl.store(y_ptr + rm[:, None] * stride_ym + rn[None, :], acc.to(tl.float16),
             mask=(rm[:, None] < M) & (rn[None, :] < N))


def linear_w8(x: torch.Tensor, w: torch.Tensor, scale: torch.Tensor, shift: torch.Tensor, group: int):
    M, K = x.shape
    N = w.shape[1]
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = lambda meta: (triton.cdiv(M, meta["BLOCK_M"]), triton.cdiv(N, meta["BLOCK_N"]))
    w8a16_matmul[grid](x, w, scale, shift, y, M, N, K, x.stride(0), w.stride(0), scale.stride(0), y.stride(0),
                       GROUP=group, BLOCK_M=32, BLOCK_N=64, BLOCK_K=32)
    return y
