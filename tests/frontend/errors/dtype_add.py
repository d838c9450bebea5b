# expect: KF0301 8:17 `+` needs tensors or numbers: the operands are the type fp32 and the constant 1
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.float32 + 1)
