# expect: KF0301 9:9 an 8-bit float and an integer do not combine: fp8e5 and i32
# launch: x=*fp8e5
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x) + n
