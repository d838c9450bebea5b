# expect: KF0203 8:9 tl.cat may reorder elements: say so with can_reorder=True, or give the dimension with dim=
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.cat(tl.zeros([8], tl.float32), tl.zeros([8], tl.float32))
