# expect: KF0305 8:23 the dtype of a cast must be a type like tl.float32, not the constant 'float16'; use tl.float16
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x).to("float16")
