# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Block pointers and tensor descriptors: bounds, padding, advance, atomics, gather.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: x:*fp32[15]=ramp out:*fp32[16] sums:*fp32[4] rows:*fp32[8] m:i32=5
# CHECK: out = 0 1 2 0 3 4 5 0 6 7 8 0 9 10 11 0
# CHECK: sums = 3 3 0 0
# CHECK: rows = 12 13 14 0 0 0 0 0
import triton
import triton.language as tl


@triton.jit
def k(x, out, sums, rows, m):
    block = tl.make_block_ptr(x, shape=(m, 3), strides=(3, 1), offsets=(0, 0), block_shape=(2, 4), order=(1, 0))
    target = tl.make_block_ptr(out, (4, 4), (4, 1), (0, 0), (2, 4), (1, 0))
    for i in range(2):
        v = tl.load(block, boundary_check=(0, 1), padding_option="zero")
        tl.static_assert(target.dtype.is_ptr())
        tl.store(target, (v * 2).to(target.dtype.element_ty) / 2)
        block = tl.advance(block, (2, 0))
        target = tl.advance(target, [2, 0])
    desc = tl.make_tensor_descriptor(x, shape=[m, 3], strides=[3, 1], block_shape=[1, 4])
    tl.store(rows + tl.arange(0, 8), desc.gather(tl.full([2], 4, tl.int32) + tl.arange(0, 2), 0).reshape(8))
    table = tl.make_tensor_descriptor(sums, [2], [1], [4])
    ones = tl.full([4], 3.0, tl.float32)
    table.atomic_add([0], ones)
    v = desc.load([0, 0])
    tl.static_assert(v.shape == [1, 4])
    tl.static_assert(desc.block_shape == [1, 4])
    tl.static_assert(desc.dtype == tl.float32)
    tl.store_tensor_descriptor(table, [1], tl.load_tensor_descriptor(table, [1]))
