# expect: KF0308 13:5 a launch `inner[grid](...)` is for the host; call `inner(...)` here
import triton
import triton.language as tl


@triton.jit
def inner(p):
    tl.store(p, 1.0)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    inner[(1,)](o)
