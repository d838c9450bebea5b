# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import triton
import triton.language as tl


@triton.jit
def kernel(x, y, n, BLOCK: tl.constexpr):
    """Differences of neighbours: both loads take every other element."""
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    real = tl.load(x + 2 * offs, mask=mask, other=0.0)
    imag = tl.load(x + 2 * offs + 1, mask=mask, other=1.0)
    tl.store(y + offs, real - imag, mask=mask)
