# expect: KF0107 8:5 `async for` is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    async for i in range(n):
        pass
