# expect: KF0302 8:9 `//` does not work on a pointer: the operands are a scalar *fp32 and a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = x // 4
    tl.store(o, 1.0)
