# expect: KF0107 9:9 `@` is not part of the language; use tl.dot
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.zeros([16, 16], tl.float32)
    b = a @ a
