import triton
import triton.language as tl


@triton.jit
def kernel(o):
    # 100 programs on 64 PEs: which PE runs one hangs on the mapping.
    pid = tl.program_id(0)
    tl.store(o + pid * 4, tl.mtia.get_pe_id())
    tl.store(o + pid * 4 + 1, tl.mtia.get_pe_row())
    tl.store(o + pid * 4 + 2, tl.mtia.get_pe_col())
    tl.store(o + pid * 4 + 3, tl.mtia.num_pes())
