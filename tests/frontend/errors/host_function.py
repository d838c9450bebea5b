# expect: KF0105 8:17 `triton.testing.do_bench` is for the host only
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, triton.testing.do_bench(n))
