// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The MLIR side of the front end: makes ops, blocks and functions of the `tt` module.
#include "IrBuilder.h"

#include "charonia/Dialect/TT/TTDialect.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace charonia::frontend {
namespace {

mlir::Value unwrap(IrValue value) { return mlir::Value::getFromOpaquePointer(value.opaque); }
IrValue wrap(mlir::Value value) { return {value.getAsOpaquePointer()}; }
Block *unwrap(IrBlock block) { return static_cast<Block *>(block.opaque); }

SmallVector<mlir::Value> unwrap(const IrValues &values) {
  SmallVector<mlir::Value> result;
  for (IrValue value : values) {
    result.push_back(unwrap(value));
  }
  return result;
}

IrValues wrap(ResultRange values) {
  IrValues result;
  for (mlir::Value value : values) {
    result.push_back(wrap(value));
  }
  return result;
}

mlir::Type scalarType(MLIRContext *context, Scalar scalar) {
  switch (scalar) {
  case Scalar::F16:
    return Float16Type::get(context);
  case Scalar::BF16:
    return BFloat16Type::get(context);
  case Scalar::F32:
    return Float32Type::get(context);
  case Scalar::F64:
    return Float64Type::get(context);
  case Scalar::F8E4NV:
    return Float8E4M3FNType::get(context);
  case Scalar::F8E4B8:
    return Float8E4M3FNUZType::get(context);
  case Scalar::F8E5:
    return Float8E5M2Type::get(context);
  case Scalar::F8E5B16:
    return Float8E5M2FNUZType::get(context);
  case Scalar::Void:
    return NoneType::get(context);
  default:
    return IntegerType::get(context, static_cast<unsigned>(bitWidth(scalar)));
  }
}

mlir::Type lower(MLIRContext *context, const Type &type) {
  mlir::Type result = scalarType(context, type.scalar);
  for (int i = 0; i < type.pointers; ++i) {
    result = tt::PointerType::get(result, 1);
  }
  return type.isBlock() ? mlir::Type(RankedTensorType::get(type.shape, result)) : result;
}

SmallVector<mlir::Type> lower(MLIRContext *context, const std::vector<Type> &types) {
  SmallVector<mlir::Type> result;
  for (const Type &type : types) {
    result.push_back(lower(context, type));
  }
  return result;
}

} // namespace

struct IrBuilder::Impl {
  explicit Impl(MLIRContext &mlirContext)
      : context(&mlirContext), builder(&mlirContext), made(UnknownLoc::get(&mlirContext)) {
    context->getOrLoadDialect<tt::TTDialect>();
    context->getOrLoadDialect<arith::ArithDialect>();
    context->getOrLoadDialect<math::MathDialect>();
    context->getOrLoadDialect<scf::SCFDialect>();
    context->getOrLoadDialect<cf::ControlFlowDialect>();
    context->getOrLoadDialect<ub::UBDialect>();
    module = ModuleOp::create(made);
    builder.setInsertionPointToEnd(module->getBody());
  }

  NamedAttribute attribute(const IrAttribute &source) {
    Builder b(context);
    Attribute value;
    switch (source.kind) {
    case IrAttribute::Kind::I32:
      value = b.getI32IntegerAttr(static_cast<int32_t>(source.integer));
      break;
    case IrAttribute::Kind::I64:
      value = b.getI64IntegerAttr(source.integer);
      break;
    case IrAttribute::Kind::Bool:
      value = b.getBoolAttr(source.integer != 0);
      break;
    case IrAttribute::Kind::String:
      value = b.getStringAttr(source.text);
      break;
    case IrAttribute::Kind::Unit:
      value = b.getUnitAttr();
      break;
    case IrAttribute::Kind::I32Array:
      value = b.getDenseI32ArrayAttr(source.array);
      break;
    case IrAttribute::Kind::I32Tensor:
      value = b.getI32TensorAttr(source.array);
      break;
    }
    return b.getNamedAttr(source.name, value);
  }

  Operation *create(std::string_view name, ValueRange operands, TypeRange results,
                    const IrAttributes &attributes) {
    StringRef text(name.data(), name.size());
    // Dialects that few kernels need (llvm, gpu) are loaded by their first op.
    context->getOrLoadDialect(text.split('.').first);
    OperationState state(location(), text);
    state.addOperands(operands);
    state.addTypes(results);
    for (const IrAttribute &source : attributes) {
      state.attributes.append(attribute(source));
    }
    return builder.create(state);
  }

  /// The location of the ops made now. Most places are passed without an op: it is made when asked,
  /// which happens about once for every op.
  Location location() {
    ++ops;
    if (!current) {
      made = FileLineColLoc::get(context, file, line, column);
      if (!variable.empty()) {
        made = NameLoc::get(StringAttr::get(context, variable), made);
      }
      current = true;
    }
    return made;
  }

  MLIRContext *context;
  OpBuilder builder;
  Location made;
  bool current = true; ///< does `made` stand for the place below?
  std::string file, variable;
  uint32_t line = 0, column = 0;
  uint64_t ops = 0;
  OwningOpRef<ModuleOp> module;
  struct Frame {
    tt::FuncOp function;
    OpBuilder::InsertPoint outer;
  };
  std::vector<Frame> functions;
  std::vector<OpBuilder::InsertPoint> insertPoints;
};

IrBuilder::IrBuilder(MLIRContext &context) : m_impl(std::make_unique<Impl>(context)) {}
IrBuilder::~IrBuilder() = default;

void IrBuilder::setPlace(const std::string &file, uint32_t line, uint32_t column,
                         const std::string &variable) {
  if (m_impl->file != file) {
    m_impl->file = file;
  }
  if (m_impl->variable != variable) {
    m_impl->variable = variable;
  }
  m_impl->line = line;
  m_impl->column = column;
  m_impl->current = false;
}

uint64_t IrBuilder::opCount() const { return m_impl->ops; }

IrValue IrBuilder::integer(const Type &type, Integer value) {
  mlir::Type element = scalarType(m_impl->context, type.scalar);
  APInt bits(static_cast<unsigned>(bitWidth(type.scalar)),
             {static_cast<uint64_t>(value), static_cast<uint64_t>(value >> 64)});
  TypedAttr attribute = IntegerAttr::get(element, bits);
  if (type.isBlock()) {
    attribute =
        DenseElementsAttr::get(RankedTensorType::get(type.shape, element), ArrayRef<APInt>(bits));
  }
  return wrap(m_impl->builder.create<arith::ConstantOp>(m_impl->location(), attribute));
}

IrValue IrBuilder::floating(const Type &type, double value) {
  auto element = cast<FloatType>(scalarType(m_impl->context, type.scalar));
  APFloat number(value);
  bool lost = false;
  number.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven, &lost);
  TypedAttr attribute = FloatAttr::get(element, number);
  if (type.isBlock()) {
    attribute = DenseElementsAttr::get(RankedTensorType::get(type.shape, element),
                                       ArrayRef<APFloat>(number));
  }
  return wrap(m_impl->builder.create<arith::ConstantOp>(m_impl->location(), attribute));
}

IrValue IrBuilder::op(std::string_view name, const IrValues &operands, const Type &result,
                      const IrAttributes &attributes) {
  DenseElementsAttr dense;
  if (name == "tt.broadcast" && matchPattern(unwrap(operands[0]), m_Constant(&dense)) &&
      dense.isSplat()) {
    // What is broadcast from a constant is a constant.
    auto type = cast<ShapedType>(lower(m_impl->context, result));
    return wrap(
        m_impl->builder.create<arith::ConstantOp>(m_impl->location(), dense.resizeSplat(type)));
  }
  return wrap(m_impl->create(name, unwrap(operands), lower(m_impl->context, result), attributes)
                  ->getResult(0));
}

IrValues IrBuilder::ops(std::string_view name, const IrValues &operands,
                        const std::vector<Type> &results, const IrAttributes &attributes) {
  return wrap(m_impl->create(name, unwrap(operands), lower(m_impl->context, results), attributes)
                  ->getResults());
}

void IrBuilder::effect(std::string_view name, const IrValues &operands,
                       const IrAttributes &attributes) {
  m_impl->create(name, unwrap(operands), {}, attributes);
}

IrValue IrBuilder::splat(IrValue scalar, const Type &block) {
  auto type = cast<RankedTensorType>(lower(m_impl->context, block));
  Attribute constant;
  if (matchPattern(unwrap(scalar), m_Constant(&constant)) &&
      isa<IntegerAttr, FloatAttr>(constant)) {
    auto dense = DenseElementsAttr::get(type, ArrayRef<Attribute>(constant));
    return wrap(m_impl->builder.create<arith::ConstantOp>(m_impl->location(), dense));
  }
  return wrap(m_impl->create("tt.splat", unwrap(scalar), type, {})->getResult(0));
}

void IrBuilder::hint(IrValue value, const std::string &name, const std::vector<int32_t> &values) {
  if (Operation *owner = unwrap(value).getDefiningOp()) {
    owner->setAttr(name, Builder(m_impl->context).getI32TensorAttr(values));
  }
}

IrBlock IrBuilder::beginBlock(const std::vector<Type> &arguments) {
  auto *block = new Block();
  for (mlir::Type type : lower(m_impl->context, arguments)) {
    block->addArgument(type, m_impl->location());
  }
  m_impl->insertPoints.push_back(m_impl->builder.saveInsertionPoint());
  m_impl->builder.setInsertionPointToEnd(block);
  return {block};
}

void IrBuilder::endBlock() {
  m_impl->builder.restoreInsertionPoint(m_impl->insertPoints.back());
  m_impl->insertPoints.pop_back();
}

void IrBuilder::discard(IrBlock block) {
  unwrap(block)->dropAllDefinedValueUses();
  unwrap(block)->dropAllReferences();
  delete unwrap(block);
}

IrValue IrBuilder::argument(IrBlock block, unsigned index) {
  return wrap(unwrap(block)->getArgument(index));
}

namespace {

void yieldAt(OpBuilder &builder, Location location, Block *block, const IrValues &values) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(block);
  builder.create<scf::YieldOp>(location, unwrap(values));
}

} // namespace

IrValues IrBuilder::createIf(IrValue condition, IrBlock thenBlock, const IrValues &thenYields,
                             IrBlock elseBlock, const IrValues &elseYields,
                             const std::vector<Type> &results) {
  OperationState state(m_impl->location(), scf::IfOp::getOperationName());
  state.addOperands(unwrap(condition));
  state.addTypes(lower(m_impl->context, results));
  yieldAt(m_impl->builder, m_impl->location(), unwrap(thenBlock), thenYields);
  yieldAt(m_impl->builder, m_impl->location(), unwrap(elseBlock), elseYields);
  state.addRegion()->push_back(unwrap(thenBlock));
  Region *otherwise = state.addRegion();
  if (results.empty() && unwrap(elseBlock)->getOperations().size() == 1) {
    delete unwrap(elseBlock);
  } else {
    otherwise->push_back(unwrap(elseBlock));
  }
  return wrap(m_impl->builder.create(state)->getResults());
}

namespace {

/// Removes from `block` the arguments of candidates that are not kept, last first.
void prune(Block *block, const std::vector<IrCarried> &carried) {
  for (auto candidate = carried.rbegin(); candidate != carried.rend(); ++candidate) {
    if (!candidate->kept) {
      BlockArgument argument = block->getArgument(candidate->argument);
      argument.replaceAllUsesWith(unwrap(candidate->init));
      block->eraseArgument(candidate->argument);
    }
  }
}

struct Kept {
  SmallVector<mlir::Value> inits, yields;
  SmallVector<mlir::Type> types;
};

Kept collectKept(MLIRContext *context, const std::vector<IrCarried> &carried) {
  Kept kept;
  for (const IrCarried &candidate : carried) {
    if (candidate.kept) {
      kept.inits.push_back(unwrap(candidate.init));
      kept.yields.push_back(unwrap(candidate.yield));
      kept.types.push_back(lower(context, candidate.type));
    }
  }
  return kept;
}

/// A yield that is the argument of a removed candidate stands for that candidate's init.
void resolveYields(Block *block, const std::vector<IrCarried> &carried, Kept &kept,
                   unsigned offset) {
  for (mlir::Value &yield : kept.yields) {
    for (const IrCarried &candidate : carried) {
      if (!candidate.kept && yield == block->getArgument(candidate.argument + offset)) {
        yield = unwrap(candidate.init);
      }
    }
  }
}

} // namespace

IrValues IrBuilder::createFor(IrValue lowerBound, IrValue upperBound, IrValue step, IrBlock body,
                              const std::vector<IrCarried> &carried,
                              const IrAttributes &attributes) {
  Block *block = unwrap(body);
  Kept kept = collectKept(m_impl->context, carried);
  resolveYields(block, carried, kept, 0);
  prune(block, carried);
  OperationState state(m_impl->location(), scf::ForOp::getOperationName());
  state.addOperands({unwrap(lowerBound), unwrap(upperBound), unwrap(step)});
  state.addOperands(kept.inits);
  state.addTypes(kept.types);
  for (const IrAttribute &source : attributes) {
    state.attributes.append(m_impl->attribute(source));
  }
  {
    OpBuilder::InsertionGuard guard(m_impl->builder);
    m_impl->builder.setInsertionPointToEnd(block);
    m_impl->builder.create<scf::YieldOp>(m_impl->location(), kept.yields);
  }
  state.addRegion()->push_back(block);
  return wrap(m_impl->builder.create(state)->getResults());
}

IrValues IrBuilder::createWhile(IrBlock before, IrValue condition, IrBlock body,
                                const std::vector<IrCarried> &carried) {
  Kept kept = collectKept(m_impl->context, carried);
  resolveYields(unwrap(body), carried, kept, 0);
  mlir::Value test = unwrap(condition);
  for (const IrCarried &candidate : carried) {
    if (!candidate.kept && test == unwrap(before)->getArgument(candidate.argument)) {
      test = unwrap(candidate.init);
    }
  }
  prune(unwrap(before), carried);
  prune(unwrap(body), carried);
  {
    OpBuilder::InsertionGuard guard(m_impl->builder);
    m_impl->builder.setInsertionPointToEnd(unwrap(before));
    m_impl->builder.create<scf::ConditionOp>(m_impl->location(), test,
                                             unwrap(before)->getArguments());
    m_impl->builder.setInsertionPointToEnd(unwrap(body));
    m_impl->builder.create<scf::YieldOp>(m_impl->location(), kept.yields);
  }
  OperationState state(m_impl->location(), scf::WhileOp::getOperationName());
  state.addOperands(kept.inits);
  state.addTypes(kept.types);
  state.addRegion()->push_back(unwrap(before));
  state.addRegion()->push_back(unwrap(body));
  return wrap(m_impl->builder.create(state)->getResults());
}

IrValues IrBuilder::createRegionOp(std::string_view name, const IrValues &inputs,
                                   const std::vector<Type> &results, const IrAttributes &attributes,
                                   IrBlock region, const IrValues &yields) {
  OperationState state(m_impl->location(), StringRef(name.data(), name.size()));
  state.addOperands(unwrap(inputs));
  state.addTypes(lower(m_impl->context, results));
  for (const IrAttribute &source : attributes) {
    state.attributes.append(m_impl->attribute(source));
  }
  {
    OpBuilder::InsertionGuard guard(m_impl->builder);
    m_impl->builder.setInsertionPointToEnd(unwrap(region));
    m_impl->create(std::string(name) + ".return", unwrap(yields), {}, {});
  }
  state.addRegion()->push_back(unwrap(region));
  return wrap(m_impl->builder.create(state)->getResults());
}

void IrBuilder::beginFunction(const std::string &name, const std::vector<Type> &arguments,
                              const std::vector<std::string> &argumentNames,
                              const std::vector<bool> &divisible, bool isPublic,
                              bool noinlineFunction) {
  Impl &impl = *m_impl;
  Builder b(impl.context);
  Impl::Frame frame;
  frame.outer = impl.builder.saveInsertionPoint();
  impl.builder.setInsertionPointToEnd(impl.module->getBody());
  auto type = FunctionType::get(impl.context, lower(impl.context, arguments), {});
  SmallVector<NamedAttribute> attributes = {
      b.getNamedAttr("sym_visibility", b.getStringAttr(isPublic ? "public" : "private")),
      b.getNamedAttr("noinline", b.getBoolAttr(noinlineFunction)),
  };
  SmallVector<DictionaryAttr> argumentAttributes;
  for (size_t i = 0; i < arguments.size(); ++i) {
    bool marked = i < divisible.size() && divisible[i];
    argumentAttributes.push_back(b.getDictionaryAttr(
        marked
            ? ArrayRef<NamedAttribute>(b.getNamedAttr("tt.divisibility", b.getI32IntegerAttr(16)))
            : ArrayRef<NamedAttribute>()));
  }
  frame.function =
      impl.builder.create<tt::FuncOp>(impl.location(), name, type, attributes, argumentAttributes);
  if (frame.function.getBody().empty()) {
    frame.function.getBody().emplaceBlock();
  }
  Block &entry = frame.function.getBody().front();
  if (entry.getNumArguments() == 0) {
    for (mlir::Type argument : type.getInputs()) {
      entry.addArgument(argument, impl.location());
    }
  }
  for (size_t i = 0; i < argumentNames.size(); ++i) {
    entry.getArgument(static_cast<unsigned>(i))
        .setLoc(NameLoc::get(b.getStringAttr(argumentNames[i]), impl.location()));
  }
  impl.functions.push_back(frame);
  impl.builder.setInsertionPointToEnd(&entry);
}

void IrBuilder::endFunction(const std::vector<Type> &results) {
  Impl::Frame frame = m_impl->functions.back();
  auto inputs = frame.function.getFunctionType().getInputs();
  frame.function.setFunctionType(
      FunctionType::get(m_impl->context, inputs, lower(m_impl->context, results)));
  // A block that nothing reaches is dropped, unless it is the entry.
  bool changed = true;
  while (changed) {
    changed = false;
    for (Block &block : llvm::make_early_inc_range(llvm::drop_begin(frame.function.getBody()))) {
      if (block.hasNoPredecessors()) {
        block.dropAllDefinedValueUses();
        block.dropAllReferences();
        block.erase();
        changed = true;
      }
    }
  }
  m_impl->functions.pop_back();
  m_impl->builder.restoreInsertionPoint(frame.outer);
}

IrValue IrBuilder::functionArgument(unsigned index) {
  return wrap(m_impl->functions.back().function.getBody().front().getArgument(index));
}

IrValues IrBuilder::call(const std::string &callee, const IrValues &arguments,
                         const std::vector<Type> &results) {
  OperationState state(m_impl->location(), tt::CallOp::getOperationName());
  state.addOperands(unwrap(arguments));
  state.addTypes(lower(m_impl->context, results));
  state.addAttribute("callee", FlatSymbolRefAttr::get(m_impl->context, callee));
  return wrap(m_impl->builder.create(state)->getResults());
}

IrBlock IrBuilder::functionBlock(const std::vector<Type> &arguments) {
  auto *block = new Block();
  m_impl->functions.back().function.getBody().push_back(block);
  for (mlir::Type type : lower(m_impl->context, arguments)) {
    block->addArgument(type, m_impl->location());
  }
  return {block};
}

void IrBuilder::enter(IrBlock block) { m_impl->builder.setInsertionPointToEnd(unwrap(block)); }
IrBlock IrBuilder::currentBlock() { return {m_impl->builder.getInsertionBlock()}; }

void IrBuilder::branch(IrBlock target, const IrValues &arguments) {
  m_impl->builder.create<cf::BranchOp>(m_impl->location(), unwrap(target), unwrap(arguments));
}

void IrBuilder::conditionalBranch(IrValue condition, IrBlock whenTrue, IrBlock whenFalse) {
  m_impl->builder.create<cf::CondBranchOp>(m_impl->location(), unwrap(condition), unwrap(whenTrue),
                                           ValueRange(), unwrap(whenFalse), ValueRange());
}

bool IrBuilder::finish(OwningOpRef<ModuleOp> &module, std::string &error) {
  ScopedDiagnosticHandler handler(m_impl->context, [&](mlir::Diagnostic &diagnostic) {
    if (error.empty()) {
      error = diagnostic.str();
    }
    return success();
  });
  if (failed(verify(*m_impl->module))) {
    return false;
  }
  module = std::move(m_impl->module);
  return true;
}

} // namespace charonia::frontend
