# expect: KF0202 8:11 the first argument of print in a kernel, a prefix, must be a string, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    print(n)
    tl.store(o, 1.0)
