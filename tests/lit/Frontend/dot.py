# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tl.dot: accumulator, input_precision, out_dtype, types of the result.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: x:*fp16 y:*fp32 z:*i8
# CHECK: tt.dot {{.*}} inputPrecision = tf32 : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
# CHECK: tt.dot {{.*}} : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>
# CHECK: tt.dot {{.*}}: tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
# CHECK: tt.dot {{.*}} inputPrecision = tf32x3
# CHECK: tt.dot {{.*}} : tensor<16x16xi8> * tensor<16x16xi8> -> tensor<16x16xi32>
# CHECK: tt.dot {{.*}} : tensor<2x16x16xf16> * tensor<2x16x16xf16> -> tensor<2x16x16xf32>
import triton
import triton.language as tl


@triton.jit
def k(x, y, z):
    at = tl.arange(0, 16)[:, None] * 16 + tl.arange(0, 16)[None, :]
    h = tl.load(x + at)
    f = tl.load(y + at)
    acc = tl.dot(h, h)
    half = tl.dot(h, tl.trans(h), out_dtype=tl.float16)
    acc = tl.dot(f, f, acc, input_precision="ieee")
    acc += tl.dot(f, f, acc=acc, input_precision="tf32x3")
    tl.store(y + at, acc + half)
    i = tl.load(z + at)
    s = tl.dot(i, i)
    tl.store(z + at, s)
    b = tl.broadcast_to(h[None, :, :], [2, 16, 16])
    c = tl.dot(b, b)
    tl.store(y + at, tl.sum(c, 0))
