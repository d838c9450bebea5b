// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading subclasses of ctypes.Structure.
#include "StructureTypes.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

constexpr int kMaxDepth = 16;
constexpr int64_t kMaxArray = 4096;

struct CType {
  std::string_view name, signature;
};
/// The scalar types of ctypes on a 64-bit machine (LP64), by signature.
constexpr CType kTypes[] = {
    {"c_bool", "i1"},     {"c_byte", "i8"},    {"c_char", "i8"},      {"c_ubyte", "u8"},
    {"c_short", "i16"},   {"c_ushort", "u16"}, {"c_int", "i32"},      {"c_uint", "u32"},
    {"c_long", "i64"},    {"c_ulong", "u64"},  {"c_longlong", "i64"}, {"c_ulonglong", "u64"},
    {"c_ssize_t", "i64"}, {"c_size_t", "u64"}, {"c_int8", "i8"},      {"c_uint8", "u8"},
    {"c_int16", "i16"},   {"c_uint16", "u16"}, {"c_int32", "i32"},    {"c_uint32", "u32"},
    {"c_int64", "i64"},   {"c_uint64", "u64"}, {"c_float", "fp32"},   {"c_double", "fp64"},
    {"c_void_p", "*"}};

std::string_view signatureOf(std::string_view ctypesName) {
  for (const CType &type : kTypes) {
    if (type.name == ctypesName) {
      return type.signature;
    }
  }
  return {};
}

const Node *classOf(const Value &type) {
  return type.kind == Value::Kind::Opaque ? type.function.definition : nullptr;
}

/// The value that the class body assigns to `name`, or null.
const Node *assigned(const Node &definition, std::string_view name) {
  const Node *found = nullptr;
  for (const Node *statement : definition.body) {
    if (statement->kind == NodeKind::Assign && statement->items.size() == 1 &&
        statement->items[0]->kind == NodeKind::Name && statement->items[0]->name == name) {
      found = statement->first;
    }
  }
  return found;
}

void setType(launch::Argument &field, std::string signature) {
  field.typeText = std::move(signature);
  field.kind =
      field.typeText[0] == '*' ? launch::Argument::Kind::Pointer : launch::Argument::Kind::Scalar;
  std::string_view element = field.typeText;
  element.remove_prefix(field.typeText[0] == '*' ? 1 : 0);
  if (!element.empty()) {
    launch::parseElementType(element, field.type, field.isUnsigned);
  }
}

} // namespace

std::string annotatedPointer(const Node &definition, const std::string &field) {
  for (const Node *statement : definition.body) {
    if (statement->kind == NodeKind::AnnAssign && statement->first->kind == NodeKind::Name &&
        statement->first->name == field && statement->second->kind == NodeKind::Constant &&
        statement->second->constant.text.rfind('*', 0) == 0) {
      return statement->second->constant.text;
    }
  }
  return {};
}

bool StructureTypes::fail(const Value &type, const Node &where, std::string message) {
  m_emitter.failAt(*type.function.module, where, Code::BadArgumentType, std::move(message));
  return false;
}

bool StructureTypes::isStructure(const Value &type) {
  Value current = type;
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    const Node *definition = classOf(current);
    if (!definition || definition->items.size() != 1) {
      return false;
    }
    Value base = m_emitter.evaluateGlobal(current.function.module, *definition->items[0]);
    if (base.kind == Value::Kind::Opaque && !base.function.definition) {
      return base.name.rfind("ctypes.", 0) == 0 && base.name != "ctypes.Union";
    }
    current = base;
  }
  return false;
}

std::optional<launch::Argument> StructureTypes::declared(const Value &type) {
  launch::Argument structure;
  structure.kind = launch::Argument::Kind::Struct;
  structure.typeText = "struct";
  return addClass(type, structure, 0) ? std::optional(structure) : std::nullopt;
}

bool StructureTypes::addClass(const Value &type, launch::Argument &structure, int depth) {
  const Node &definition = *classOf(type);
  if (depth > kMaxDepth) {
    return fail(type, definition, "structures nested too deep");
  }
  Value base = m_emitter.evaluateGlobal(type.function.module, *definition.items[0]);
  if (classOf(base)) {
    if (!addClass(base, structure, depth + 1)) {
      return false;
    }
  } else if (base.name != "ctypes.Structure" && base.name != "ctypes.LittleEndianStructure") {
    return fail(type, *definition.items[0],
                fmt::format("`{}` is a {}; a kernel argument is a ctypes.Structure",
                            definition.name, base.name));
  }
  for (const char *name : {"_anonymous_", "_align_", "_layout_"}) {
    if (const Node *option = assigned(definition, name)) {
      return fail(type, *option, fmt::format("`{}` of a structure is not supported", name));
    }
  }
  if (const Node *pack = assigned(definition, "_pack_")) {
    auto value = integer(type, *pack);
    if (!value || *value < 0 || *value > 64 || (*value & (*value - 1)) != 0) {
      return fail(type, *pack, "`_pack_` is 1, 2, 4, 8 or 16");
    }
    structure.pack = *value;
  }
  const Node *list = assigned(definition, "_fields_");
  if (!list) {
    return classOf(base)
               ? true
               : fail(type, definition,
                      fmt::format("the structure `{}` has no `_fields_`", definition.name));
  }
  return addFields(type, *list, structure, depth);
}

bool StructureTypes::addFields(const Value &type, const Node &list, launch::Argument &structure,
                               int depth) {
  if (list.kind != NodeKind::List && list.kind != NodeKind::Tuple) {
    return fail(type, list, "`_fields_` is a list of pairs (\"name\", type)");
  }
  for (const Node *pair : list.items) {
    bool good = (pair->kind == NodeKind::Tuple || pair->kind == NodeKind::List) &&
                pair->items.size() >= 2 && pair->items[0]->kind == NodeKind::Constant &&
                pair->items[0]->constant.kind == ConstantLiteral::Kind::String;
    if (!good) {
      return fail(type, *pair, "a field of a structure is a pair (\"name\", type)");
    }
    launch::Argument field;
    field.name = pair->items[0]->constant.text;
    if (pair->items.size() > 2) {
      return fail(type, *pair,
                  fmt::format("the field `{}` has a width in bits; bit fields are not supported",
                              field.name));
    }
    bool twice =
        std::any_of(structure.fields.begin(), structure.fields.end(),
                    [&](const launch::Argument &other) { return other.name == field.name; });
    if (twice) {
      return fail(type, *pair, fmt::format("the field `{}` is there twice", field.name));
    }
    if (!readType(type, *pair->items[1], field, depth + 1)) {
      return false;
    }
    if (field.typeText == "*") {
      std::string element = annotatedPointer(*classOf(type), field.name);
      setType(field, element.empty() ? "*" : element);
    }
    structure.fields.push_back(std::move(field));
  }
  return true;
}

std::optional<int64_t> StructureTypes::integer(const Value &type, const Node &expression) {
  Value value = m_emitter.evaluateGlobal(type.function.module, expression);
  if (!value.isInteger() || value.constant.integer < 0 || value.constant.integer > kMaxArray) {
    return std::nullopt;
  }
  return static_cast<int64_t>(value.constant.integer);
}

bool StructureTypes::readArray(const Value &type, const Node &expression, launch::Argument &field,
                               int depth) {
  launch::Argument item;
  auto count = integer(type, *expression.second);
  if (!count || *count == 0) {
    return fail(type, *expression.second,
                fmt::format("the length of an array is a number from 1 to {}", kMaxArray));
  }
  if (!readType(type, *expression.first, item, depth + 1)) {
    return false;
  }
  field.kind = launch::Argument::Kind::Tuple;
  field.typeText = "tuple";
  field.fields.assign(static_cast<size_t>(*count), item);
  return true;
}

bool StructureTypes::readType(const Value &type, const Node &expression, launch::Argument &field,
                              int depth) {
  if (depth > kMaxDepth) {
    return fail(type, expression, "structures nested too deep");
  }
  if (expression.kind == NodeKind::BinOp && expression.op == Operator::Mult) {
    return readArray(type, expression, field, depth);
  }
  if (expression.kind == NodeKind::Name) {
    // A name that the file gives to a type: Shape = ctypes.c_int64 * 2.
    const auto &globals = type.function.module->globals;
    auto found = globals.find(expression.name);
    if (found != globals.end() && found->second->kind == NodeKind::Assign) {
      return readType(type, *found->second->first, field, depth + 1);
    }
  }
  if (expression.kind == NodeKind::Call && expression.items.size() == 1) {
    Value callee = m_emitter.evaluateGlobal(type.function.module, *expression.first);
    if (callee.name == "ctypes.POINTER") {
      launch::Argument pointee;
      if (!readType(type, *expression.items[0], pointee, depth + 1)) {
        return false;
      }
      if (pointee.kind != launch::Argument::Kind::Scalar) {
        return fail(type, expression, "a pointer field points to a number");
      }
      setType(field, "*" + pointee.typeText);
      return true;
    }
  }
  Value named = m_emitter.evaluateGlobal(type.function.module, expression);
  if (classOf(named) && isStructure(named)) {
    field.kind = launch::Argument::Kind::Struct;
    field.typeText = "struct";
    return addClass(named, field, depth + 1);
  }
  constexpr std::string_view kModule = "ctypes.";
  std::string_view signature =
      named.kind == Value::Kind::Opaque && named.name.rfind(kModule, 0) == 0
          ? signatureOf(std::string_view(named.name).substr(kModule.size()))
          : std::string_view();
  if (signature.empty()) {
    return fail(type, expression,
                fmt::format("`{}` is no type of a structure's field; there are ctypes.c_int32 and "
                            "its like, c_float, c_double, c_void_p, POINTER(...), arrays and "
                            "structures",
                            sourceText(type.function.module->source->lines, expression.place)));
  }
  setType(field, std::string(signature));
  return true;
}

} // namespace charonia::frontend
