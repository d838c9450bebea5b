# expect: KF0107 9:5 only a name can be assigned
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([4], tl.float32)
    a[0] += 1
    tl.store(o, tl.sum(a))
