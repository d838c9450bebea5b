# expect: KF0203 9:57 the op of tl.mtia.re_reduce is "add", "max" or "min", not "sum"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + tl.arange(0, 64))
    tl.store(o + tl.arange(0, 64), tl.mtia.re_reduce(a, "sum", "row"))
