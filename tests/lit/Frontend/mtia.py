# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Language extensions of the chip.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: x:*fp32
# CHECK: mtia.get_pe_id : i32
# CHECK: mtia.get_pe_row : i32
# CHECK: mtia.get_pe_col : i32
# CHECK: mtia.num_pes : i32
# CHECK: tt.load {{.*}}mtia.direction = "row"
# CHECK: mtia.re_reduce add, {{.*}} along row to 0 : tensor<8x8xf32>
# CHECK: mtia.re_reduce max, {{.*}} along col to 3
# CHECK: mtia.barrier
# CHECK: mtia.extract_slice {{.*}} {strides = array<i32: 1, 2>} : tensor<8x8xf32> -> tensor<4x4xf32>
# CHECK: mtia.insert_slice {{.*}} : tensor<4x4xf32> into tensor<8x8xf32>
import triton
import triton.language as tl


@triton.jit
def k(x):
    pe = tl.mtia.get_pe_id() + tl.mtia.get_pe_row() * tl.mtia.get_pe_col() + tl.mtia.num_pes()
    at = tl.arange(0, 8)[:, None] * 8 + tl.arange(0, 8)[None, :]
    v = tl.load(x + at + pe, direction="row")
    s = tl.mtia.re_reduce(v, "add", "row")
    s = tl.mtia.re_reduce(s, op="max", axis="col", root=3)
    tl.mtia.barrier()
    part = tl.extract_slice(s, [pe, 0], [4, 4], [1, 2])
    s = tl.insert_slice(s, part * 2, (0, 4), (4, 4), (1, 1))
    tl.store(x + at, s)
