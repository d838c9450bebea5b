# expect: KF0201 13:14 `inner` has no parameter `num_warps`; that is an option of a launch from the host
import triton
import triton.language as tl


@triton.jit
def inner(p):
    tl.store(p, 1.0)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    inner(o, num_warps=4)
