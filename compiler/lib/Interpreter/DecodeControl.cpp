// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoders of control flow, calls, program ids, assertions and prints.
#include "Decoders.h"
#include "Exec.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"
#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Interpreter/Decoder.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace charonia::compiler::interp {

namespace {

bool isScalar(mlir::Value value) { return !isa<RankedTensorType>(value.getType()); }

FailureOr<llvm::SmallVector<Value>> defineAll(Decoder &decoder, ValueRange range) {
  llvm::SmallVector<Value> result;
  for (mlir::Value value : range) {
    auto defined = decoder.define(value, isScalar(value));
    if (failed(defined)) {
      return failure();
    }
    result.push_back(*defined);
  }
  return result;
}

LogicalResult aliasAll(Decoder &decoder, ResultRange results, llvm::ArrayRef<Value> values) {
  for (auto [result, value] : llvm::zip(results, values)) {
    if (failed(decoder.alias(result, value))) {
      return failure();
    }
  }
  return success();
}

LogicalResult decodeFor(Decoder &decoder, Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  Block &body = *loop.getBody();
  auto carried = defineAll(decoder, body.getArguments().drop_front());
  auto iv = decoder.define(loop.getInductionVar(), true);
  if (failed(carried) || failed(iv)) {
    return failure();
  }
  decoder.emitParallelCopy(op, *carried, decoder.values(loop.getInitArgs()));
  decoder.emitCopy(op, *iv, decoder.get(loop.getLowerBound()));
  Value more = decoder.temporary(ElementType::I1, 1, true);
  uint32_t head = decoder.here();
  decoder.emitElementwise(op, Fn::CmpSlt, iv->type, more, {*iv, decoder.get(loop.getUpperBound())});
  uint32_t leave = decoder.emitJumpUnless(op, more);
  if (failed(decoder.blockBody(body))) {
    return failure();
  }
  decoder.emitParallelCopy(op, *carried, decoder.values(body.getTerminator()->getOperands()));
  decoder.emitElementwise(op, Fn::AddI, iv->type, *iv, {*iv, decoder.get(loop.getStep())});
  decoder.setTarget(decoder.emitJump(op), head);
  decoder.setTarget(leave, decoder.here());
  return aliasAll(decoder, loop->getResults(), *carried);
}

LogicalResult decodeWhile(Decoder &decoder, Operation *op) {
  auto loop = cast<scf::WhileOp>(op);
  Block &before = *loop.getBeforeBody();
  Block &after = *loop.getAfterBody();
  auto inputs = defineAll(decoder, before.getArguments());
  auto passed = defineAll(decoder, after.getArguments());
  if (failed(inputs) || failed(passed)) {
    return failure();
  }
  decoder.emitParallelCopy(op, *inputs, decoder.values(loop.getInits()));
  uint32_t head = decoder.here();
  if (failed(decoder.blockBody(before))) {
    return failure();
  }
  auto condition = loop.getConditionOp();
  decoder.emitParallelCopy(op, *passed, decoder.values(condition.getArgs()));
  uint32_t leave = decoder.emitJumpUnless(op, decoder.get(condition.getCondition()));
  if (failed(decoder.blockBody(after))) {
    return failure();
  }
  decoder.emitParallelCopy(op, *inputs, decoder.values(after.getTerminator()->getOperands()));
  decoder.setTarget(decoder.emitJump(op), head);
  decoder.setTarget(leave, decoder.here());
  return aliasAll(decoder, loop->getResults(), *passed);
}

LogicalResult decodeIf(Decoder &decoder, Operation *op) {
  auto choice = cast<scf::IfOp>(op);
  auto results = defineAll(decoder, choice->getResults());
  if (failed(results)) {
    return failure();
  }
  uint32_t unless = decoder.emitJumpUnless(op, decoder.get(choice.getCondition()));
  if (failed(decoder.blockBody(*choice.thenBlock()))) {
    return failure();
  }
  decoder.emitParallelCopy(op, *results, decoder.values(choice.thenYield()->getOperands()));
  if (choice.getElseRegion().empty()) {
    decoder.setTarget(unless, decoder.here());
    return success();
  }
  uint32_t over = decoder.emitJump(op);
  decoder.setTarget(unless, decoder.here());
  if (failed(decoder.blockBody(*choice.elseBlock()))) {
    return failure();
  }
  decoder.emitParallelCopy(op, *results, decoder.values(choice.elseYield()->getOperands()));
  decoder.setTarget(over, decoder.here());
  return success();
}

LogicalResult decodeExecuteRegion(Decoder &decoder, Operation *op) {
  auto results = defineAll(decoder, op->getResults());
  if (failed(results)) {
    return failure();
  }
  llvm::SmallVector<uint32_t> jumps;
  LogicalResult body = decoder.region(op->getRegion(0), [&](Operation *last) {
    decoder.emitParallelCopy(last, *results, decoder.values(last->getOperands()));
    jumps.push_back(decoder.emitJump(last));
    return success();
  });
  for (uint32_t jump : jumps) {
    decoder.setTarget(jump, decoder.here());
  }
  return body;
}

LogicalResult decodeIndexSwitch(Decoder &decoder, Operation *op) {
  auto choice = cast<scf::IndexSwitchOp>(op);
  auto results = defineAll(decoder, op->getResults());
  if (failed(results)) {
    return failure();
  }
  Value flag = decoder.get(choice.getArg());
  uint32_t at = decoder.emitJump(op, execSwitch, flag.operand());
  auto owned = std::make_unique<SwitchPayload>();
  llvm::SmallVector<uint32_t> jumps;
  auto arm = [&](Block &block) {
    if (failed(decoder.blockBody(block))) {
      return failure();
    }
    decoder.emitParallelCopy(op, *results, decoder.values(block.getTerminator()->getOperands()));
    jumps.push_back(decoder.emitJump(op));
    return success();
  };
  for (unsigned i = 0; i < choice.getNumCases(); ++i) {
    owned->cases.push_back({choice.getCases()[i], decoder.here()});
    if (failed(arm(choice.getCaseBlock(i)))) {
      return failure();
    }
  }
  decoder.setTarget(at, decoder.here());
  if (failed(arm(choice.getDefaultBlock()))) {
    return failure();
  }
  for (uint32_t jump : jumps) {
    decoder.setTarget(jump, decoder.here());
  }
  Step &step = decoder.code().steps[at];
  step.in = flag.type;
  step.payload = &decoder.payload(std::move(owned));
  return success();
}

LogicalResult decodeCall(Decoder &decoder, Operation *op) {
  auto call = cast<CallOpInterface>(op);
  auto callee = dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable());
  if (!callee) {
    return op->emitError() << "the called function is not in this module";
  }
  return decoder.call(op, callee, call.getArgOperands(), op->getResults());
}

LogicalResult decodeProgramId(Decoder &decoder, Operation *op) {
  bool extent = isa<tt::GetNumProgramsOp>(op);
  auto dst = decoder.define(op->getResult(0), true);
  if (failed(dst)) {
    return failure();
  }
  Step &step = decoder.emit(op, execProgram);
  step.dst = dst->slot;
  step.value = extent ? cast<tt::GetNumProgramsOp>(op).getAxisAsInt()
                      : cast<tt::GetProgramIdOp>(op).getAxisAsInt();
  step.target = extent ? 1 : 0;
  return success();
}

LogicalResult emitAssert(Decoder &decoder, Operation *op, mlir::Value condition,
                         std::string message) {
  const Value &value = decoder.get(condition);
  Step &step = decoder.emit(op, execAssert);
  step.operands[0] = value.operand();
  step.in = value.type;
  step.count = value.stored();
  decoder.payload<AssertPayload>(step).message = std::move(message);
  return success();
}

LogicalResult decodeAssert(Decoder &decoder, Operation *op) {
  auto assertion = cast<tt::AssertOp>(op);
  return emitAssert(decoder, op, assertion.getCondition(),
                    ("assertion failed: " + assertion.getMessage()).str());
}

LogicalResult decodeAssume(Decoder &decoder, Operation *op) {
  return emitAssert(decoder, op, op->getOperand(0), "an assumption of the kernel does not hold");
}

LogicalResult decodePrint(Decoder &decoder, Operation *op) {
  auto print = cast<tt::PrintOp>(op);
  Step &step = decoder.emit(op, execPrint);
  auto &payload = decoder.payload<PrintPayload>(step);
  payload.prefix = print.getPrefix().str();
  payload.hex = print.getHex();
  for (auto [index, operand] : llvm::enumerate(print.getArgs())) {
    const Value &value = decoder.get(operand);
    auto isSigned = print.getIsSigned();
    bool known = isSigned && index < isSigned->size();
    payload.items.push_back({value.operand(), value.type, value.count,
                             !known || (*isSigned)[index] != 0,
                             std::vector<int64_t>(value.shape.begin(), value.shape.end())});
    step.count = std::max(step.count, value.count);
  }
  return success();
}

LogicalResult decodeInlineAsm(Decoder &, Operation *op) {
  return op->emitError() << "the interpreter cannot run '" << op->getName()
                         << "', assembly text of another machine";
}

LogicalResult decodeNothing(Decoder &decoder, Operation *op) {
  decoder.emit(op, execNothing);
  return success();
}

} // namespace

void registerControlDecoders() {
  registerDecoder("scf.for", decodeFor);
  registerDecoder("scf.while", decodeWhile);
  registerDecoder("scf.if", decodeIf);
  registerDecoder("scf.execute_region", decodeExecuteRegion);
  registerDecoder("scf.index_switch", decodeIndexSwitch);
  registerDecoder("tt.call", decodeCall);
  registerDecoder("func.call", decodeCall);
  registerDecoder("tt.get_program_id", decodeProgramId);
  registerDecoder("tt.get_num_programs", decodeProgramId);
  registerDecoder("tt.assert", decodeAssert);
  registerDecoder("llvm.intr.assume", decodeAssume);
  registerDecoder("tt.print", decodePrint);
  registerDecoder("gpu.barrier", decodeNothing);
  registerDecoder("tt.elementwise_inline_asm", decodeInlineAsm);
}

} // namespace charonia::compiler::interp
