# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# `other` takes the element type; int1 in memory is a byte; masks broadcast with the pointer.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: x:*fp16 b:*i1 n:i32=5
# CHECK: arith.truncf {{.*}} : tensor<4x8xf32> to tensor<4x8xf16>
# CHECK: tt.load {{.*}} : tensor<4x8x!tt.ptr<f16>>
# CHECK: tt.bitcast {{.*}} : tensor<8x!tt.ptr<i1>> -> tensor<8x!tt.ptr<i8>>
# CHECK: tt.load {{.*}} : tensor<8x!tt.ptr<i8>>
# CHECK: arith.cmpi ne, {{.*}} : tensor<8xi8>
# CHECK: arith.extui {{.*}} : tensor<8xi1> to tensor<8xi8>
# CHECK: tt.store {{.*}} : tensor<8x!tt.ptr<i8>>
import triton
import triton.language as tl


@triton.jit
def k(x, b, n):
    row = tl.arange(0, 4)
    col = tl.arange(0, 8)
    fill = (col * 1.5)[None, :]
    v = tl.load(x + row[:, None], mask=col[None, :] < n, other=fill)
    tl.store(x + row[:, None] * 8 + col[None, :], v)
    flags = tl.load(b + col)
    tl.store(b + col, ~flags)
