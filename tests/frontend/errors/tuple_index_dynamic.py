# expect: KF0308 9:17 a tuple is indexed by a compile-time integer, not by a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    t = (1.0, 2.0)
    tl.store(o, t[n])
