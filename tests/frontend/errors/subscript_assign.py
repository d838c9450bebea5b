# expect: KF0107 9:12 only names and tuples of names can be assigned
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([B], tl.float32)
    a[0] = 1.0
