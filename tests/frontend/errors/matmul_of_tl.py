# expect: KF0103 9:24 there is no `tl.matmul`; use tl.dot
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([16, 16], tl.float16)
    tl.store(o, tl.sum(tl.matmul(a, a)))
