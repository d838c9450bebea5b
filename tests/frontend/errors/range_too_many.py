# expect: KF0201 8:29 `range` takes at most 3 arguments, but gets 4: range(arg1, arg2=None, step=None)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in range(0, n, 1, 2):
        pass
