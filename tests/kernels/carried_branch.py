# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import triton
import triton.language as tl


@triton.jit
def kernel(a, b, starts, out, n, shift, BLOCK: tl.constexpr):
    """Pointers that come out of branches: of one form or of another, and of one buffer or of two."""
    pid = tl.program_id(0)
    offs = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    if pid % 2 == 0:  # the start alone is another
        near = a + offs
    else:
        near = a + shift + offs
    if pid % 3 == 0:  # the step is another
        steps = a + 2 * offs
    else:
        steps = a + offs
    if pid > 1:  # the start is computed in the branch
        start = tl.load(starts + pid)
        far = b + start + offs
    else:
        far = b + offs
    if pid < 2:  # forms that have nothing in common
        odd = a + (offs * offs) % n
    else:
        odd = a + offs
    total = tl.load(near, mask=mask, other=0.0) + 2.0 * tl.load(steps, mask=mask, other=0.0)
    total += 3.0 * tl.load(far, mask=mask, other=0.0) + 4.0 * tl.load(odd, mask=mask, other=0.0)
    if pid % 2 == 0:
        to = out + offs
    else:
        to = out + n + offs
    tl.store(to, total, mask=mask)
