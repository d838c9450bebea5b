import triton
import triton.language as tl


@triton.jit
def kernel(x, y, s, t, B: tl.constexpr):
    # Two programs a PE: a sum along each row of PEs, of its result a maximum down each column.
    pid = tl.program_id(0)
    offs = tl.arange(0, B)
    v = tl.load(x + pid * B + offs)
    w = tl.load(y + pid * B + offs)
    total = tl.mtia.re_reduce(v, "add", "row", root=3)
    least = tl.mtia.re_reduce(w, "min", "col", root=7)
    tl.store(s + pid * B + offs, total)
    if tl.mtia.get_pe_row() == 7:
        tl.store(t + pid * B + offs, tl.maximum(least, 1))
