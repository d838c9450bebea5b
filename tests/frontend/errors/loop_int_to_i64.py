# expect: KF0402 9:5 `a` is a scalar i32 before the loop and a scalar i64 after its body; a variable keeps its type and shape in a loop; begin with tl.int64, or convert inside with .to(tl.int32)
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = 0
    for i in range(n):
        a = a + tl.load(x + i).to(tl.int64)
    tl.store(o, a)
