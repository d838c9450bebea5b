# expect: KF0203 8:31 the memory order `sem` of tl.atomic_add is "relaxed", "acquire", "release" or "acq_rel", not "strong"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.atomic_add(o, 1.0, sem="strong")
