# expect: KF0306 9:9 fp8e5 does not cast to i8; cast to float32 first
# launch: x=*fp8e5
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x).to(tl.int8)
