# expect: KF0103 8:9 there is no `triton.language.mtia.get_pe`; did you mean `triton.language.mtia.get_pe_id`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.mtia.get_pe()
