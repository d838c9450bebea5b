# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import triton
import triton.language as tl


@triton.jit
def kernel(x, y, out, n, BLOCK: tl.constexpr):
    """Pointers that change places in each round, offsets that are compared, loops and branches in loops."""
    pid = tl.program_id(0)
    lanes = tl.arange(0, BLOCK)
    one = x + lanes
    other = y + 3 * pid + lanes
    offsets = pid * BLOCK + lanes
    total = tl.zeros((BLOCK,), tl.float32)
    rounds = 0
    while rounds < 3 + pid:
        total += tl.load(one) - 2.0 * tl.load(other)
        total += tl.load(x + offsets, mask=offsets < n, other=1.0)
        one, other = other + 5, one
        if rounds % 2 == 0:
            offsets += 2 * BLOCK
        else:
            offsets -= BLOCK // 2
        inner = offsets
        for i in range(rounds):
            total += 0.5 * tl.load(y + inner, mask=inner < n, other=0.0)
            inner += 7
            if i == 1:
                inner += pid
        rounds += 1
    total += tl.load(y + offsets, mask=offsets < n, other=3.0)
    tl.store(out + pid * BLOCK + lanes, total)
