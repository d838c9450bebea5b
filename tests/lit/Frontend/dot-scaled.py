# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Scaled products: fp8 and packed 4-bit operands with scales that are powers of two.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: out:*fp32[4] table:*fp32[8]
# CHECK: out = 64 128 96 -48
# CHECK: table = 0 0.5 1 1.5 2 3 4 6
import triton
import triton.language as tl


@triton.jit
def k(out, table):
    one = tl.full([16, 32], 0x38, tl.uint8)  # 1.0 as e4m3
    two = tl.full([32, 16], 0x40, tl.uint8)  # 2.0 as e5m2
    unit = tl.full([16, 1], 127, tl.uint8)
    double = tl.full([16, 1], 128, tl.uint8)
    a = tl.dot_scaled(one, unit, "e4m3", two, None, "e5m2")
    tl.store(out, tl.max(a))
    b = tl.dot_scaled(one, double, "e4m3", two, unit, "e5m2")
    tl.store(out + 1, tl.min(b))
    half = tl.full([32, 16], 1.5, tl.bfloat16)
    c = tl.dot_scaled(one, double, "e4m3", half, None, "bf16")
    tl.store(out + 2, tl.max(c))
    packed = tl.full([16, 16], 0xB3, tl.uint8)  # 1.5 and -1.5, and with the next row:
    ones = tl.full([32, 16], 0x3C, tl.uint8)  # 1.0 as e5m2
    d = tl.dot_scaled(tl.full([16, 16], 0xBB, tl.uint8), unit, "e2m1", ones, None, "e5m2", acc=tl.zeros([16, 16], tl.float32))
    d = tl.dot_scaled(packed, unit, "e2m1", ones, None, "e5m2", acc=d)
    tl.store(out + 3, tl.max(d))
    codes = tl.arange(0, 8)[None, :].to(tl.uint8)
    values = tl.dot_scaled(tl.trans(tl.broadcast_to(codes, [16, 8])), None, "e2m1", tl.full([32, 16], 0x3C, tl.uint8), None, "e5m2")
    tl.store(table + tl.arange(0, 8), tl.max(values, 1) / 16)
