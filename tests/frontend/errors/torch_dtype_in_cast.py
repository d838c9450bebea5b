# expect: KF0305 9:31 the dtype of a cast must be a type like tl.float32, not `torch.float16`, which is from a module that is not there; use tl.float16
import triton
import triton.language as tl
import torch


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x).to(torch.float16))
