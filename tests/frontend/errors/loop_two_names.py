# expect: KF0107 8:9 a loop has one name as its variable
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i, j in range(n):
        pass
