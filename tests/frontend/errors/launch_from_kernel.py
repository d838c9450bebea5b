# expect: KF0308 13:5 a launch `other[grid](...)` is for the host; call `other(...)` here
import triton
import triton.language as tl


@triton.jit
def other(a):
    tl.store(a, 1.0)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    other[(1,)](x)
