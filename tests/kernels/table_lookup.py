# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import triton
import triton.language as tl


@triton.jit
def kernel(codes, table, bias, y, n, BLOCK: tl.constexpr):
    """Elements of two small tables: one behind a mask of the index, one at any index that is there."""
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    code = tl.load(codes + offs, mask=mask, other=0)
    low = tl.load(table + (code & 15))
    high = tl.load(bias + code, mask=mask & (code < 60), other=0.5)
    tl.store(y + offs, low + high, mask=mask)
