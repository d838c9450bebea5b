# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Depthwise convolution of an NCHW image: flat output index taken apart with // and %, taps gathered with padding."""
import torch
import triton
import triton.language as tl


@triton.jit
def _unflatten(index, H, W):
    w = index % W
    h = (index // W) % H
    plane = index // (H * W)
    return plane, h, w


@triton.autotune(configs=[triton.Config({"BLOCK": b}) for b in (128, 256, 512)], key=["total"])
@triton.jit
def depthwise_conv2d(x_ptr, w_ptr, b_ptr, y_ptr, total, C, H, W, OH, OW, stride, padding,
                     KH: tl.constexpr, KW: tl.constexpr, BLOCK: tl.constexpr):
    index = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    live = index < total
    plane, oh, ow = _unflatten(index, OH, OW)
    c = plane % C
    acc = tl.load(b_ptr + c, mask=live, other=0.0).to(tl.float32)
    for kh in tl.static_range(KH):
        for kw in tl.static_range(KW):
            ih = oh * stride - padding + kh
            iw = ow * stride - padding + kw
            inside = live & (ih >= 0) & (ih < H) & (iw >= 0) & (iw < W)
            x = tl.load(x_ptr + (plane * H + ih) * W + iw, mask=inside, other=0.0)
            w = tl.load(w_ptr + c * (KH * KW) + kh * KW + kw, mask=live, other=0.0)
            acc += x.to(tl.float32) * w.to(tl.float32)
    tl.store(y_ptr + index, acc, mask=live)


def conv(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor, stride: int, padding: int):
    n, c, h, wd = x.shape
    kh, kw = w.shape[-2:]
    oh, ow = (h + 2 * padding - kh) // stride + 1, (wd + 2 * padding - kw) // stride + 1
    y = torch.empty((n, c, oh, ow), device=x.device, dtype=x.dtype)
    grid = lambda meta: (triton.cdiv(y.numel(), meta["BLOCK"]),)
    depthwise_conv2d[grid](x, w, b, y, y.numel(), c, h, wd, oh, ow, stride, padding, KH=kh, KW=kw)
    return y
