// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass pe-to-sim: the Program's tables, and its validation.
#include "Translation.h"

#include "charonia/Dialect/PE/Effects.h"
#include "charonia/Target/Program/Passes.h"
#include "charonia/program/Serialize.h"

using namespace mlir;

namespace charonia::pe {

#define GEN_PASS_DEF_PETOSIM
#include "charonia/Target/Program/Passes.h.inc"

program::FrameId Translation::frameOf(Operation *op) {
  std::vector<program::SourceFrame> frames = compiler::sourceFramesOf(op->getLoc());
  program::FrameId parent = program::kNone;
  for (auto it = frames.rbegin(); it != frames.rend(); ++it) {
    auto [found, isNew] = m_frames.try_emplace({it->file, it->line, it->column, parent},
                                               static_cast<program::FrameId>(m_out.frames.size()));
    if (isNew) {
      it->parent = parent;
      if (it->function.empty()) {
        it->function = m_out.kernel;
      }
      m_out.frames.push_back(*it);
    }
    parent = found->second;
  }
  return parent;
}

program::OpId Translation::opId(Operation *op) {
  program::OpId id = compiler::getOpId(op);
  if (id == program::kNone) {
    return id;
  }
  if (id >= m_out.opFrames.size()) {
    m_out.opFrames.resize(id + 1, program::kNone);
    m_out.opNames.resize(id + 1);
  }
  if (m_out.opNames[id].empty()) {
    m_out.opNames[id] = op->getName().getStringRef().str();
    m_out.opFrames[id] = frameOf(op);
  }
  return id;
}

uint32_t Translation::text(StringRef text) {
  auto [it, isNew] = m_texts.try_emplace(text.str(), static_cast<uint32_t>(m_out.texts.size()));
  if (isNew) {
    m_out.texts.push_back(text.str());
  }
  return it->second;
}

static LogicalResult fillParameters(ProgramOp source, program::Program &out) {
  Accesses accesses = accessesOf(source);
  for (BlockArgument argument : source.getArguments()) {
    unsigned index = argument.getArgNumber();
    program::Parameter parameter;
    auto name = source.getArgAttrOfType<StringAttr>(index, tile::kNameAttr);
    parameter.name = name ? name.str() : "arg" + std::to_string(index);
    auto pointee = source.getArgAttrOfType<TypeAttr>(index, tile::kPointerAttr);
    parameter.isPointer = static_cast<bool>(pointee);
    Type typed = pointee ? pointee.getValue() : argument.getType();
    auto type = compiler::elementTypeOf(typed);
    if (!type) {
      return source.emitError() << "argument '" << parameter.name << "' has type " << typed
                                << ", which the machine does not have";
    }
    parameter.type = *type;
    parameter.written = parameter.isPointer && llvm::any_of(accesses, [&](const Access &access) {
                          return access.write && (access.arg == kUnknownMemory ||
                                                  access.arg == static_cast<int>(index));
                        });
    out.parameters.push_back(std::move(parameter));
  }
  return success();
}

static LogicalResult fillBuffers(ProgramOp source, Translation &translation,
                                 const arch::DeviceModel &device) {
  for (CbAllocOp alloc : source.getBody().getOps<CbAllocOp>()) {
    program::CircularBuffer cb;
    cb.name = alloc.getName().str();
    bool banks = alloc.getSpace() == Space::Re;
    cb.space = banks ? program::CbSpace::ReBanks : program::CbSpace::Ls;
    if (!alloc.getBase()) {
      return alloc.emitError("has no place; run pe-alloc-ls first");
    }
    cb.base = static_cast<int64_t>(*alloc.getBase());
    RankedTensorType tile = alloc.getTile();
    auto roundUp = [](int64_t value, int64_t unit) { return (value + unit - 1) / unit; };
    if (banks) {
      int64_t count = roundUp(tile.getDimSize(0), device.re.bankRows) *
                      roundUp(tile.getDimSize(1), device.re.bankColumns);
      cb.slotBytes = count * device.re.bankRows * device.re.bankColumns * 4;
    } else {
      cb.slotBytes = roundUp(tileBytes(tile), device.ls.alignment) * device.ls.alignment;
    }
    cb.depth = static_cast<int32_t>(alloc.getDepth());
    cb.resident = alloc.getResident();
    auto type = compiler::elementTypeOf(tile);
    if (!type) {
      return alloc.emitError("holds elements of type ")
             << tile.getElementType() << ", which the machine does not have";
    }
    cb.type = *type;
    cb.shape.assign(tile.getShape().begin(), tile.getShape().end());
    cb.producer = static_cast<program::Unit>(alloc.getProducer());
    for (Attribute reader : alloc.getReaders()) {
      cb.readers.push_back(static_cast<program::Unit>(cast<UnitAttr>(reader).getValue()));
    }
    cb.op = translation.opId(alloc);
    translation.out().cbs.push_back(std::move(cb));
  }
  return success();
}

static void fillMapping(ProgramOp source, program::Program &out) {
  source.walk([&](PidLoopOp loop) {
    out.mapping.kind = static_cast<program::PidMapping::Kind>(loop.getMapping());
    for (Attribute list : loop.getLists().value_or(ArrayAttr::get(loop.getContext(), {}))) {
      std::vector<int64_t> ids;
      if (auto dense = dyn_cast<DenseI64ArrayAttr>(list)) {
        ids.assign(dense.asArrayRef().begin(), dense.asArrayRef().end());
      } else if (auto array = dyn_cast<ArrayAttr>(list)) {
        for (Attribute id : array) {
          ids.push_back(cast<IntegerAttr>(id).getInt());
        }
      }
      out.mapping.lists.push_back(std::move(ids));
    }
  });
}

LogicalResult translateToProgram(ProgramOp source, const arch::DeviceModel &device,
                                 program::Program &out) {
  Translation translation(out, device);
  out.kernel = source.getName().str();
  if (auto policy = source->getAttrOfType<StringAttr>(tile::kPolicyAttr)) {
    out.policy = policy.str();
  }
  if (failed(fillParameters(source, out)) || failed(fillBuffers(source, translation, device))) {
    return failure();
  }
  fillMapping(source, out);
  out.lsBytes = static_cast<int64_t>(source.getLsBytes().value_or(0));
  for (int core = 0; core < 2; ++core) {
    if (failed(emitCore(translation, source, core))) {
      return failure();
    }
  }
  std::vector<program::ProgramError> problems = program::validate(out, device);
  if (!problems.empty()) {
    InFlightDiagnostic error = source.emitError()
                               << "KC0305: the program made for this kernel is not valid: "
                               << problems.front().path << ": " << problems.front().message;
    for (size_t i = 1; i < std::min<size_t>(problems.size(), 8); ++i) {
      error.attachNote() << problems[i].path << ": " << problems[i].message;
    }
    return failure();
  }
  return success();
}

namespace {

struct PeToSimPass : impl::PeToSimBase<PeToSimPass> {
  explicit PeToSimPass(compiler::PassContext *context) : m_context(context) {}
  PeToSimPass(const PeToSimPass &other)
      : impl::PeToSimBase<PeToSimPass>(other), m_context(other.m_context) {}
  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    ProgramOp source = findProgram(getOperation());
    if (!source || !context.device) {
      getOperation().emitError(source ? "no hardware description is known"
                                      : "there is no pe.program to translate");
      return signalPassFailure();
    }
    auto program = std::make_shared<program::Program>();
    if (failed(translateToProgram(source, *context.device, *program))) {
      return signalPassFailure();
    }
    context.program = std::move(program);
    markAllAnalysesPreserved();
  }
  compiler::PassContext *m_context;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createPeToSimPass(compiler::PassContext *context) {
  return std::make_unique<PeToSimPass>(context);
}

} // namespace charonia::pe
