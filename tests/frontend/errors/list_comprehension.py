# expect: KF0107 8:9 a list comprehension goes over a tuple with one name
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = [i for i in range(3)]
