# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Products that do not exist.
# RUN: not charonia-emit %s | FileCheck %s
# ARGS: x:*fp16 y:*fp32 z:*i16
# CHECK: 20:9: error: KF0503 tl.dot needs operands of one element type: fp16[16, 16] and fp32[16, 16]
# CHECK: 21:9: error: KF0303 tl.dot of shapes [16, 16] and [32, 16]
# CHECK: 22:9: error: KF0503 tl.dot works on int8, fp8, fp16, bf16, fp32 and fp64, not on i16[16, 16]
# CHECK: 23:9: error: KF0203 input_precision must be one of
# CHECK: 24:9: error: KF0303 the accumulator of this tl.dot must have shape [16, 16]
import triton
import triton.language as tl


@triton.jit
def k(x, y, z):
    at = tl.arange(0, 16)[:, None] * 16 + tl.arange(0, 16)[None, :]
    h = tl.load(x + at)
    f = tl.load(y + at)
    i = tl.load(z + at)
    a = tl.dot(h, f)
    b = tl.dot(h, tl.zeros([32, 16], tl.float16))
    c = tl.dot(i, i)
    d = tl.dot(f, f, input_precision="exact")
    e = tl.dot(f, f, acc=tl.zeros([32, 16], tl.float32))
