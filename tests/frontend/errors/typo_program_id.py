# expect: KF0103 9:9 there is no `tl.porgram_id`; did you mean `tl.program_id`?
# note: fix: write `program_id`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.porgram_id(0)
    tl.store(o + i, 1.0)
