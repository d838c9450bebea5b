// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtin functions for arithmetic and mathematics, and libdevice.
#include "Builtins.h"

#include <fmt/format.h>

namespace charonia::frontend {

Value Builtins::add(const BoundArguments &arguments) {
  return m_emitter.binary(Operator::Add, arguments[0], arguments[1]);
}
Value Builtins::sub(const BoundArguments &arguments) {
  return m_emitter.binary(Operator::Sub, arguments[0], arguments[1]);
}
Value Builtins::mul(const BoundArguments &arguments) {
  return m_emitter.binary(Operator::Mult, arguments[0], arguments[1]);
}
Value Builtins::where(const BoundArguments &arguments) {
  return semantic().where(arguments[0], arguments[1], arguments[2]);
}

namespace {

bool propagatesNan(const Value &value) { return value.isString() && value.constant.text == "ALL"; }

} // namespace

Value Builtins::minimum(const BoundArguments &arguments) {
  return semantic().minMax(false, semantic().toTensor(arguments[0]), arguments[1],
                           propagatesNan(arguments[2]));
}

Value Builtins::maximum(const BoundArguments &arguments) {
  return semantic().minMax(true, semantic().toTensor(arguments[0]), arguments[1],
                           propagatesNan(arguments[2]));
}

Value Builtins::clamp(const BoundArguments &arguments) {
  return semantic().clamp(semantic().toTensor(arguments[0]), semantic().toTensor(arguments[1]),
                          semantic().toTensor(arguments[2]), propagatesNan(arguments[3]));
}

Value Builtins::fma(const BoundArguments &arguments) {
  Value x = semantic().toTensor(arguments[0]), y = arguments[1], z = arguments[2];
  if (!semantic().unify(x, y, false, false, true, false, "tl.fma") ||
      !semantic().unify(z, x, false, false, true, false, "tl.fma") ||
      !semantic().unify(y, z, false, false, true, false, "tl.fma")) {
    return Value::poison();
  }
  if (!x.type.isFloat()) {
    return fail(Code::BadDtype, fmt::format("tl.fma works on floats, not on {}", describe(x)));
  }
  return Value::tensor(ir().op("math.fma", {x.ir, y.ir, z.ir}, x.type), x.type);
}

Value Builtins::fdiv(const BoundArguments &arguments) {
  Value x = semantic().toTensor(arguments[0]), y = arguments[1];
  if (!semantic().unify(x, y, false, false, false, true, "tl.fdiv")) {
    return Value::poison();
  }
  for (const Value *operand : {&x, &y}) {
    if (!operand->type.isFloat()) {
      return fail(Code::BadDtype,
                  fmt::format("tl.fdiv works on floats, not on {}; `/` converts integers",
                              describe(*operand)));
    }
  }
  if (x.type.scalar != y.type.scalar) {
    return fail(
        Code::TypeMismatch,
        fmt::format("tl.fdiv divides equal types: the operands are {} and {}; cast one of them",
                    describe(x), describe(y)));
  }
  return Value::tensor(ir().op("arith.divf", {x.ir, y.ir}, x.type), x.type);
}

Value Builtins::divRn(const BoundArguments &arguments) {
  Value x = semantic().toTensor(arguments[0]), y = arguments[1];
  if (!semantic().unify(x, y, false, false, true, true, "tl.div_rn")) {
    return Value::poison();
  }
  if (!x.type.isFloat() || x.type.scalar != Scalar::F32) {
    return fail(Code::BadDtype, fmt::format("tl.div_rn works on fp32, not on {}", describe(x)));
  }
  return Value::tensor(ir().op("tt.precise_divf", {x.ir, y.ir}, x.type), x.type);
}

Value Builtins::umulhi(const BoundArguments &arguments) {
  Value x = semantic().toTensor(arguments[0]), y = arguments[1];
  if (!semantic().unify(x, y, false, false, true, false, "tl.umulhi")) {
    return Value::poison();
  }
  if (!x.type.isInt() || x.type.bits() < 32) {
    return fail(
        Code::BadDtype,
        fmt::format("tl.umulhi works on 32-bit and 64-bit integers, not on {}", describe(x)));
  }
  return Value::tensor(ir().op("tt.mulhiui", {x.ir, y.ir}, x.type), x.type);
}

Value Builtins::logicalAnd(const BoundArguments &arguments) {
  return semantic().logical(Operator::And, arguments[0], arguments[1]);
}
Value Builtins::logicalOr(const BoundArguments &arguments) {
  return semantic().logical(Operator::Or, arguments[0], arguments[1]);
}
Value Builtins::expectZero(const BoundArguments &arguments) { return arguments[0]; }

Value Builtins::abs(const BoundArguments &arguments) { return semantic().abs(arguments[0]); }
Value Builtins::exp(const BoundArguments &arguments) {
  return mathUnary("math.exp", "tl.exp", arguments);
}
Value Builtins::exp2(const BoundArguments &arguments) {
  return mathUnary("math.exp2", "tl.exp2", arguments);
}
Value Builtins::log(const BoundArguments &arguments) {
  return mathUnary("math.log", "tl.log", arguments);
}
Value Builtins::log2(const BoundArguments &arguments) {
  return mathUnary("math.log2", "tl.log2", arguments);
}
Value Builtins::cos(const BoundArguments &arguments) {
  return mathUnary("math.cos", "tl.cos", arguments);
}
Value Builtins::sin(const BoundArguments &arguments) {
  return mathUnary("math.sin", "tl.sin", arguments);
}
Value Builtins::sqrt(const BoundArguments &arguments) {
  return mathUnary("math.sqrt", "tl.sqrt", arguments);
}
Value Builtins::sqrtRn(const BoundArguments &arguments) {
  if (arguments[0].isTensor() && arguments[0].type.isFloat() &&
      arguments[0].type.scalar != Scalar::F32) {
    return fail(Code::BadDtype,
                fmt::format("`tl.sqrt_rn` works on fp32, not on {}", describe(arguments[0])));
  }
  return mathUnary("tt.precise_sqrt", "tl.sqrt_rn", arguments);
}
Value Builtins::rsqrt(const BoundArguments &arguments) {
  return mathUnary("math.rsqrt", "tl.rsqrt", arguments);
}
Value Builtins::erf(const BoundArguments &arguments) {
  return mathUnary("math.erf", "tl.erf", arguments);
}
Value Builtins::floor(const BoundArguments &arguments) {
  return mathUnary("math.floor", "tl.floor", arguments);
}
Value Builtins::ceil(const BoundArguments &arguments) {
  return mathUnary("math.ceil", "tl.ceil", arguments);
}

Value Builtins::callLibdevice(const std::string &name, std::vector<Value> operands) {
  const LibdeviceEntry &entry = *Modules::libdevice(name);
  if (operands.size() != static_cast<size_t>(entry.operands)) {
    return fail(Code::BadCall, fmt::format("libdevice.{} takes {} arguments, but gets {}", name,
                                           entry.operands, operands.size()));
  }
  for (Value &operand : operands) {
    operand = semantic().toTensor(operand);
    if (operand.isPoison()) {
      return operand;
    }
  }
  for (size_t i = 1; i < operands.size(); ++i) {
    if (!semantic().unify(operands[0], operands[i], false, false, true, false, name.c_str())) {
      return Value::poison();
    }
  }
  for (size_t i = 1; i + 1 < operands.size(); ++i) {
    operands[i] = semantic().broadcastTo(semantic().cast(operands[i], operands[0].type),
                                         operands[0].type.shape);
  }
  const Type type = operands[0].type;
  bool integers = entry.result == "int";
  bool fits = integers ? type.isInt() : type.isFloat();
  std::string symbol(!fits || (type.bits() != 32 && type.bits() != 64) ? ""
                     : type.bits() == 32                               ? entry.symbol32
                                                                       : entry.symbol64);
  if (symbol.empty()) {
    return fail(Code::BadDtype, fmt::format("libdevice.{} works on {}, not on {}", name,
                                            integers                 ? "32-bit and 64-bit integers"
                                            : entry.symbol64.empty() ? "fp32"
                                                                     : "fp32 and fp64",
                                            describe(operands[0])));
  }
  if (name == "mulhi" && !type.isSigned()) {
    symbol = type.bits() == 32 ? "__nv_umulhi" : "__nv_umul64hi";
  }
  IrValues inputs;
  for (const Value &operand : operands) {
    inputs.push_back(operand.ir);
  }
  bool same = integers || entry.result == "same";
  Type result = same ? type : type.withScalar(Scalar::Int32);
  Value value = Value::tensor(
      ir().op("tt.extern_elementwise", inputs, result,
              {IrAttribute::string("libname", ""), IrAttribute::string("libpath", ""),
               IrAttribute::boolean("pure", true), IrAttribute::string("symbol", symbol)}),
      result);
  if (name == "popc" || name == "clz") {
    return semantic().cast(value, result.withScalar(Scalar::Int32));
  }
  return entry.result == "i1" ? semantic().cast(value, result.withScalar(Scalar::Int1)) : value;
}

} // namespace charonia::frontend
