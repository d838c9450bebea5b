# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, lengths, n, BLOCK: tl.constexpr):
    """Pointers that while loops carry: by a fixed step, by steps that grow, after the loop, and doubled each time."""
    pid = tl.program_id(0)
    length = tl.load(lengths + pid)
    lanes = tl.arange(0, BLOCK)
    pointers = x + pid * BLOCK + lanes
    total = tl.zeros((BLOCK,), tl.float32)
    done = 0
    step = 1
    index = lanes + 1
    while done < length:
        total += tl.load(pointers)
        total += 2.0 * tl.load(x + index % n)
        pointers += step * 4
        index = index * 2 % n
        step += 1
        done += 1
    total += 3.0 * tl.load(pointers)
    moving = x + lanes
    for i in range(0, length):  # the step changes in the loop
        total += 4.0 * tl.load(moving)
        moving += i * 4
    total += 5.0 * tl.load(moving)
    tl.store(out + pid * BLOCK + lanes, total)
