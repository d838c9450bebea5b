# expect: KF0307 9:9 the number 300 is out of range for i8
# launch: x=*i8
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x) + 300
    tl.store(o, a)
