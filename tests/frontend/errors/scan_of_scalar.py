# expect: KF0504 13:9 a scan needs blocks of one shape, not a scalar i32
import triton
import triton.language as tl


@triton.jit
def plus(p, q):
    return p + q


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.associative_scan(n, 0, plus)
