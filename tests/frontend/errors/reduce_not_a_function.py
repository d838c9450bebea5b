# expect: KF0201 8:9 the constant 'add' cannot be called
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.reduce(tl.zeros([8], tl.float32), 0, "add")
