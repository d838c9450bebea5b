# expect: KF0203 9:24 tl.cat may reorder elements: say so with can_reorder=True, or give the dimension with dim=
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.arange(0, 8)
    tl.store(o, tl.sum(tl.cat(a, a)))
