// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of `tt` and the type constraints that its ops use.
#ifndef CHARONIA_DIALECT_TT_TTTYPES_TD
#define CHARONIA_DIALECT_TT_TTTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "charonia/Dialect/TT/TTDialect.td"

class TT_Type<string name, string typeMnemonic> : TypeDef<TT_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def TT_PointerType : TT_Type<"Pointer", "ptr"> {
  let summary = "address in global memory of one pointee";
  let description = [{
    `!tt.ptr<T>` or, outside the default address space 1, `!tt.ptr<T, N>`. The pointee is a scalar, or
    a ranked tensor (a block pointer as made by `tt.make_tensor_ptr`).
    Example: `!tt.ptr<f32>`, `!tt.ptr<tensor<16x32xf16>>`.
  }];
  let parameters = (ins "::mlir::Type":$pointeeType, "int":$addressSpace);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointeeType,
                                    CArg<"int", "1">:$addressSpace), [{
      return $_get(pointeeType.getContext(), pointeeType, addressSpace);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def TT_TensorDescType : TT_Type<"TensorDesc", "tensordesc"> {
  let summary = "descriptor of a strided tensor in global memory";
  let description = [{
    `!tt.tensordesc<tensor<16x32xf16>>`: made by `tt.make_tensor_descriptor`; loads and stores go by
    blocks of the given shape. The shorter text `!tt.tensordesc<16x32xf16>` is read too.
  }];
  let parameters = (ins "::mlir::RankedTensorType":$blockType);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::RankedTensorType":$blockType), [{
      return $_get(blockType.getContext(), blockType);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
}

// Element and value constraints. "Like": the scalar or a ranked tensor of it.
def TT_Float : AnyTypeOf<[F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F16, BF16, F32, F64],
                         "floating-point">;
def TT_Int : AnyTypeOf<[I1, I<4>, I8, I16, I32, I64], "integer">;
def TT_FloatTensor : RankedTensorOf<[TT_Float]>;
def TT_IntTensor : RankedTensorOf<[TT_Int]>;
def TT_I1Tensor : RankedTensorOf<[I1]>;
def TT_I32Tensor : RankedTensorOf<[I32]>;
def TT_I64Tensor : RankedTensorOf<[I64]>;
def TT_PtrTensor : RankedTensorOf<[TT_PointerType]>;
def TT_Tensor : RankedTensorOf<[TT_Float, TT_Int, TT_PointerType]>;

def TT_FloatLike : AnyTypeOf<[TT_Float, TT_FloatTensor], "floating-point scalar or tile">;
def TT_IntLike : AnyTypeOf<[TT_Int, TT_IntTensor], "integer scalar or tile">;
def TT_BoolLike : AnyTypeOf<[I1, TT_I1Tensor], "i1 scalar or tile">;
def TT_I64Like : AnyTypeOf<[I64, TT_I64Tensor], "i64 scalar or tile">;
def TT_PtrLike : AnyTypeOf<[TT_PointerType, TT_PtrTensor], "pointer or tile of pointers">;
def TT_Scalar : AnyTypeOf<[TT_Float, TT_Int, TT_PointerType], "scalar">;
def TT_AnyType : AnyTypeOf<[TT_FloatLike, TT_IntLike, TT_PtrLike], "scalar or tile">;
/// Numbers, pointers, descriptors: what a function takes and gives.
def TT_FunctionValue : AnyTypeOf<[TT_FloatLike, TT_IntLike, TT_PtrLike, TT_TensorDescType]>;

#endif // CHARONIA_DIALECT_TT_TTTYPES_TD
