# expect: KF0301 9:9 cannot use /, // or % with u32 and i32: they have different signedness; cast one of them
# launch: x=*u32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x) // n
    tl.store(o, a)
