// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading of Python objects.
#include "PythonObjects.h"

#include <array>
#include <map>

namespace charonia::frontend {

Ref attribute(PyObject *object, const char *field) {
  // Making a string object for each question costs more than the answer.
  static std::map<std::string, PyObject *, std::less<>> names; // guarded by the interpreter's lock
  auto found = names.find(std::string_view(field));
  if (found == names.end()) {
    found = names.emplace(field, PyUnicode_InternFromString(field)).first;
  }
  PyObject *value = found->second ? PyObject_GetAttr(object, found->second) : nullptr;
  if (!value) {
    PyErr_Clear();
  }
  return Ref(value);
}

std::string utf8(PyObject *object) {
  if (!object || !PyUnicode_Check(object)) {
    return {};
  }
  Py_ssize_t size = 0;
  const char *data = PyUnicode_AsUTF8AndSize(object, &size);
  if (!data) { // lone surrogates
    PyErr_Clear();
    return {};
  }
  return {data, static_cast<size_t>(size)};
}

int64_t integerOr(PyObject *object, int64_t fallback) {
  if (!object || !PyLong_Check(object)) {
    return fallback;
  }
  long long value = PyLong_AsLongLong(object);
  if (value == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    return fallback;
  }
  return value;
}

std::string_view typeName(PyObject *object) {
  std::string_view text = Py_TYPE(object)->tp_name;
  size_t dot = text.rfind('.');
  return dot == std::string_view::npos ? text : text.substr(dot + 1);
}

Place placeOf(PyObject *object) {
  Place place;
  place.line = static_cast<uint32_t>(integerOr(attribute(object, "lineno").get(), 0));
  place.column = static_cast<uint32_t>(integerOr(attribute(object, "col_offset").get(), -1) + 1);
  place.endLine =
      static_cast<uint32_t>(integerOr(attribute(object, "end_lineno").get(), place.line));
  place.endColumn =
      static_cast<uint32_t>(integerOr(attribute(object, "end_col_offset").get(), -1) + 1);
  return place;
}

Operator operatorOf(PyObject *object) {
  static constexpr std::array<std::pair<std::string_view, Operator>, 29> kOperators = {{
      {"Add", Operator::Add},
      {"Sub", Operator::Sub},
      {"Mult", Operator::Mult},
      {"MatMult", Operator::MatMult},
      {"Div", Operator::Div},
      {"Mod", Operator::Mod},
      {"Pow", Operator::Pow},
      {"LShift", Operator::LShift},
      {"RShift", Operator::RShift},
      {"BitOr", Operator::BitOr},
      {"BitXor", Operator::BitXor},
      {"BitAnd", Operator::BitAnd},
      {"FloorDiv", Operator::FloorDiv},
      {"And", Operator::And},
      {"Or", Operator::Or},
      {"Invert", Operator::Invert},
      {"Not", Operator::Not},
      {"UAdd", Operator::UAdd},
      {"USub", Operator::USub},
      {"Eq", Operator::Eq},
      {"NotEq", Operator::NotEq},
      {"Lt", Operator::Lt},
      {"LtE", Operator::LtE},
      {"Gt", Operator::Gt},
      {"GtE", Operator::GtE},
      {"Is", Operator::Is},
      {"IsNot", Operator::IsNot},
      {"In", Operator::In},
      {"NotIn", Operator::NotIn},
  }};
  if (object) {
    for (const auto &[text, op] : kOperators) {
      if (typeName(object) == text) {
        return op;
      }
    }
  }
  return Operator::None;
}

} // namespace charonia::frontend
