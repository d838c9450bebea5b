# expect: KF0107 9:5 `del` is not part of the language; leave it out: a name that is not used costs nothing
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = 1
    del a
