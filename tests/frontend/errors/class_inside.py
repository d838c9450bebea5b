# expect: KF0107 8:5 a class inside a function is not part of the language; move it to the top of the file
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    class A:
        pass
