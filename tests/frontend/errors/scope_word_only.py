# expect: KF0203 8:64 the `scope` of tl.atomic_cas is "gpu", "cta" or "sys", not "block"
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.atomic_cas(o.to(tl.pointer_type(tl.int32)), 0, 1, scope="block")
