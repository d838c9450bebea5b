# expect: KF0301 9:31 `and` needs int1 operands, not a block i32[64]; compare with != 0 first
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 64)
    tl.store(o + i, 1.0, mask=i and n)
