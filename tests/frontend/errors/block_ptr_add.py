# expect: KF0301 9:32 `+` needs tensors or numbers: the operands are a block pointer and the constant 1
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = tl.make_block_ptr(x, (n,), (1,), (0,), (64,), (0,))
    tl.store(o, tl.sum(tl.load(p + 1)))
