# expect: KF0301 8:17 `<` compares tensors and numbers, not the constant 'a' and a scalar i32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, "a" < n)
