# expect: KF0004 8:10 the source contains a null byte
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = "@@byte:00@@"
