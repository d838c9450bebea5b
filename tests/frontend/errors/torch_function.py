# expect: KF0105 9:17 `torch.exp` is not available in a kernel: `torch` is for the host only; use tl.exp
import torch
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, torch.exp(1.0))
