# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The op of each cast.
# RUN: charonia-emit %s | FileCheck %s
# ARGS: x:*i64 y:*fp32
# CHECK-DAG: arith.fptosi{{.*}}tensor<8x
# CHECK-DAG: arith.fptoui{{.*}}tensor<8x
# CHECK-DAG: arith.cmpf une{{.*}}tensor<8x
# CHECK-DAG: arith.truncf{{.*}}tensor<8x
# CHECK-DAG: arith.truncf{{.*}}tensor<8x
# CHECK-DAG: arith.extf{{.*}}tensor<8x
# CHECK-DAG: arith.extf{{.*}}tensor<8x
# CHECK-DAG: tt.fp_to_fp {{.*}}rounding = rtne
# CHECK-DAG: tt.fp_to_fp{{.*}}tensor<8x
# CHECK-DAG: arith.sitofp{{.*}}tensor<8x
# CHECK-DAG: arith.uitofp{{.*}}tensor<8x
# CHECK-DAG: arith.uitofp{{.*}}tensor<8x
# CHECK-DAG: arith.extsi{{.*}}tensor<8x
# CHECK-DAG: arith.extui{{.*}}tensor<8x
# CHECK-DAG: arith.extui{{.*}}tensor<8x
# CHECK-DAG: arith.trunci{{.*}}tensor<8x
# CHECK-DAG: arith.bitcast{{.*}}tensor<8x
# CHECK-DAG: arith.cmpi ne{{.*}}tensor<8x
# CHECK-DAG: arith.extf {{.*}} : tensor<8xf16> to tensor<8xf32>
# CHECK-DAG: tt.bitcast {{.*}} : tensor<8xi32> -> tensor<8xf32>
# CHECK-DAG: tt.ptr_to_int
# CHECK-DAG: tt.int_to_ptr
import triton
import triton.language as tl


@triton.jit
def one(p, source, target):
    # A value that is not known when the kernel is compiled.
    loaded = tl.load(p + tl.arange(0, 8))
    if source.is_fp8():
        v = loaded.to(tl.float32).to(source)
    else:
        v = loaded.to(source)
    return v.to(target)


@triton.jit
def k(x, y):
    a0 = one(x, tl.float32, tl.int32)
    a1 = one(x, tl.float32, tl.uint32)
    a2 = one(x, tl.float32, tl.int1)
    a3 = one(x, tl.float32, tl.float16)
    a4 = one(x, tl.float32, tl.bfloat16)
    a5 = one(x, tl.float16, tl.float32)
    a6 = one(x, tl.float32, tl.float64)
    a7 = one(x, tl.float32, tl.float8e5)
    a8 = one(x, tl.float8e4nv, tl.float32)
    a9 = one(x, tl.int32, tl.float32)
    a10 = one(x, tl.uint32, tl.float32)
    a11 = one(x, tl.int1, tl.float32)
    a12 = one(x, tl.int32, tl.int64)
    a13 = one(x, tl.uint32, tl.int64)
    a14 = one(x, tl.int1, tl.int32)
    a15 = one(x, tl.int64, tl.int16)
    a16 = one(x, tl.int32, tl.uint32)
    a17 = one(x, tl.int32, tl.int1)
    h = one(x, tl.float16, tl.int32)
    f = h.to(tl.float32, bitcast=True)
    tl.store(y + tl.arange(0, 8), f)
    address = y.to(tl.int64)
    back = address.to(tl.pointer_type(tl.float32))
    tl.store(back, 1.0)
