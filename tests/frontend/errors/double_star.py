# expect: KF0101 9:9 `dict` of Python is not part of the language; use a tuple, or one name for each value
# expect: KF0107 10:16 `**` in a call is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    d = dict(mask=None)
    tl.load(x, **d)
