# expect: KF0107 9:13 an attribute cannot be assigned; use a name of its own
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([B], tl.float32)
    a.foo = 1.0
