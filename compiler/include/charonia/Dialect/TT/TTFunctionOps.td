// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions, program ids, and ops that talk to the outside.
#ifndef CHARONIA_DIALECT_TT_TTFUNCTIONOPS_TD
#define CHARONIA_DIALECT_TT_TTFUNCTIONOPS_TD

include "charonia/Dialect/TT/TTAttrs.td"

def TT_FuncOp : TT_Op<"func", [AffineScope, AutomaticAllocationScope, CallableOpInterface,
                               FunctionOpInterface, IsolatedFromAbove]> {
  let summary = "define a kernel or a helper function";
  let description = [{
    A public function is a kernel: every program instance runs its body once. Private functions are
    helpers reached by `tt.call`. The discardable attribute `noinline` asks that calls stay calls.

    ```mlir
    tt.func public @add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) attributes {noinline = false} {
      tt.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type,
                   CArg<"::llvm::ArrayRef<::mlir::NamedAttribute>", "{}">:$attrs,
                   CArg<"::llvm::ArrayRef<::mlir::DictionaryAttr>", "{}">:$argAttrs)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return isExternal() ? nullptr : &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::llvm::ArrayRef<::mlir::Type> getCallableResults() { return getFunctionType().getResults(); }
    /// True if calls of this function must not be inlined by upstream's rules.
    bool isNoInline() {
      auto attr = (*this)->getAttrOfType<::mlir::BoolAttr>("noinline");
      return attr && attr.getValue();
    }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TT_CallOp : TT_Op<"call", [CallOpInterface,
                               DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "call a function of this module";
  let description = [{
    Runs `callee` with the given values.

    ```mlir
    %r:2 = tt.call @helper(%a) : (i32) -> (i32, i1)
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<TT_FunctionValue>:$operands,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<TT_FunctionValue>);
  let builders = [
    OpBuilder<(ins "::charonia::tt::FuncOp":$callee, "::mlir::ValueRange":$operands)>
  ];
  let extraClassDeclaration = [{
    operand_range getArgOperands() { return getOperands(); }
    ::mlir::MutableOperandRange getArgOperandsMutable() { return getOperandsMutable(); }
    ::mlir::CallInterfaceCallable getCallableForCallee() { return getCalleeAttr(); }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee) {
      setCalleeAttr(::mlir::cast<::mlir::FlatSymbolRefAttr>(
          ::mlir::cast<::mlir::SymbolRefAttr>(callee)));
    }
  }];
  let assemblyFormat = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)";
}

def TT_ReturnOp : TT_Op<"return", [Pure, HasParent<"FuncOp">, ReturnLike, Terminator]> {
  let summary = "leave a function";
  let description = [{
    Ends the function with the values of its results.

    ```mlir
    tt.return %a, %b : i32, i1
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$srcs);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "attr-dict ($srcs^ `:` type($srcs))?";
  let hasVerifier = 1;
}

def TT_GetProgramIdOp : TT_Op<"get_program_id", [Pure]> {
  let summary = "read the program id along one axis of the grid";
  let description = [{
    The id runs from 0 to the grid's extent of that axis minus one.

    ```mlir
    %pid = tt.get_program_id x : i32
    ```
  }];
  let arguments = (ins TT_ProgramDim:$axis);
  let results = (outs I32:$result);
  let builders = [
    OpBuilder<(ins "int":$axis), [{
      build($_builder, $_state, $_builder.getI32Type(), static_cast<ProgramIDDim>(axis));
    }]>
  ];
  let assemblyFormat = "$axis attr-dict `:` type($result)";
  let extraClassDeclaration = [{ int32_t getAxisAsInt() { return static_cast<int32_t>(getAxis()); } }];
}

def TT_GetNumProgramsOp : TT_Op<"get_num_programs", [Pure]> {
  let summary = "read the grid's extent along one axis";
  let description = [{
    The number of program instances along the axis.

    ```mlir
    %n = tt.get_num_programs x : i32
    ```
  }];
  let arguments = (ins TT_ProgramDim:$axis);
  let results = (outs I32:$result);
  let builders = [
    OpBuilder<(ins "int":$axis), [{
      build($_builder, $_state, $_builder.getI32Type(), static_cast<ProgramIDDim>(axis));
    }]>
  ];
  let assemblyFormat = "$axis attr-dict `:` type($result)";
  let extraClassDeclaration = [{ int32_t getAxisAsInt() { return static_cast<int32_t>(getAxis()); } }];
}

def TT_PrintOp : TT_Op<"print", [MemoryEffects<[MemWrite<TT_Console>]>]> {
  let summary = "print values from the device";
  let description = [{
    Prints the prefix and each element of each operand; integers in hexadecimal if `hex`, and as
    signed numbers where `isSigned` says so.

    ```mlir
    tt.print " x: " {hex = false, isSigned = array<i32: 0, 1>} : %x, %n : tensor<64xf32>, i32
    ```
  }];
  let arguments = (ins StrAttr:$prefix, BoolAttr:$hex, Variadic<TT_AnyType>:$args,
                       OptionalAttr<DenseI32ArrayAttr>:$isSigned);
  let assemblyFormat = "$prefix attr-dict (`:` $args^ `:` type($args))?";
}

def TT_AssertOp : TT_Op<"assert", [MemoryEffects<[MemWrite<TT_Console>]>]> {
  let summary = "stop the run if a condition is false";
  let description = [{
    If any element of the condition is 0, the run fails with the message.

    ```mlir
    tt.assert %ok, "index out of bounds" : tensor<64xi1>
    ```
  }];
  let arguments = (ins AnyTypeOf<[TT_BoolLike, TT_IntLike]>:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
}

#endif // CHARONIA_DIALECT_TT_TTFUNCTIONOPS_TD
