# expect: KF0103 8:9 there is no `triton.language.mtia.get_pe`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.mtia.get_pe()
