# expect: KF0103 11:9 there is no `tl.laod`; did you mean `tl.load`?
# expect: KF0302 12:17 `+` on a pointer and a float: a scalar *fp32 and a scalar fp32; offsets are integers
# expect: KF0101 13:9 `undefined_thing` is not defined
# expect: KF0304 15:17 tl.arange(0, 3) has 3 elements; the number must be a power of 2
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.laod(x)
    b = tl.load(x + 1.5)
    c = undefined_thing
    tl.store(o, a + b + c)
    tl.store(o, tl.arange(0, 3))
