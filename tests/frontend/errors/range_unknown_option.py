# expect: KF0201 8:29 `tl.range` has no parameter `stages`; did you mean `num_stages`?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    for i in tl.range(0, n, stages=2):
        pass
