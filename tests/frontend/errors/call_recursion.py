# expect: KF0204 8:12 `again` calls itself with arguments of the same types
import triton
import triton.language as tl


@triton.jit
def again(a):
    return again(a)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, again(n))
