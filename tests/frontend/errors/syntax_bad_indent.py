# expect: KF0005 9:6 unexpected indent
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = 1
      b = 2
