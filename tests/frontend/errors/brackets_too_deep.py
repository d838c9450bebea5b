# expect: KF0002 8:209 brackets nested 201 deep; the limit is 200
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = @@300:(@@1@@300:)@@
