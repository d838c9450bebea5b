# expect: KF0101 8:9 `undefined_name` is not defined
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = undefined_name + 1
