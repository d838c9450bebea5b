# expect: KF0105 9:11 `torch.zeros` is not available in a kernel: `torch` is for the host only; use tl.zeros
import triton
import triton.language as tl
import torch


@triton.jit
def k(x, o, n, B: tl.constexpr):
    acc = torch.zeros((64,), dtype=torch.float32)
    tl.store(o + tl.arange(0, 64), acc)
