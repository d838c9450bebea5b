# expect: KF0203 8:33 the `scope` of tl.atomic_add is "gpu", "cta" or "sys", not "chip"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.atomic_add(o, 1.0, scope="chip")
