# expect: KF0107 8:5 the function `twice` is defined inside a function; move it to the top of the file
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    def twice(v):
        return v * 2
    tl.store(o, twice(tl.load(x)))
