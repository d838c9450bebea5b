# expect: KF0307 9:17 `+` of an unsigned tensor and the negative number -1; cast the tensor to a signed type first
# launch: x=*u8
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x) + -1)
