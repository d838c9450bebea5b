# expect: KF0004 8:10 the source contains byte 0xff, which is not UTF-8
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = "@@byte:ff@@"
