# expect: KF0301 9:13 2 names are assigned from a tuple of 3
# expect: KF0107 9:13 only names and tuples of names can be assigned
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a, *b = 1, 2, 3
