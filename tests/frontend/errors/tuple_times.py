# expect: KF0301 8:9 `*` needs tensors or numbers: the operands are a tuple of 2 (1, 2) and a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    t = (1, 2) * n
