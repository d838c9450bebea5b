# expect: KF0402 10:5 `acc` is a scalar i32 before the loop and a scalar fp32 after its body; a variable keeps its type and shape in a loop; begin with a float, such as 0.0
# note: 11:9 `acc` becomes a scalar fp32 here
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    acc = 0
    for j in range(n):
        acc += tl.load(x + j)
    tl.store(o, acc)
