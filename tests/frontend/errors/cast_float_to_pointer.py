# expect: KF0306 8:9 a scalar fp32 does not cast to a pointer
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x).to(tl.pointer_type(tl.int8))
