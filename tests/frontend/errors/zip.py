# expect: KF0101 9:17 `zip` is not defined
# expect: KF0107 9:5 a loop has one name as its variable
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i, v in zip((1, 2), (3, 4)):
        pass
