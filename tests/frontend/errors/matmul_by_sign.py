# expect: KF0107 9:24 `@` is not part of the language; use tl.dot
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([16, 16], tl.float16)
    tl.store(o, tl.sum(a @ a))
