// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading of Python objects: owned references and plain values of their fields. Included by the
// files that know CPython only, with the interpreter lock held.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "charonia/Frontend/Ast.h"

#include <string>
#include <string_view>

namespace charonia::frontend {

/// An owned reference.
class Ref {
public:
  explicit Ref(PyObject *object = nullptr) : m_object(object) {}
  ~Ref() { Py_XDECREF(m_object); }
  Ref(const Ref &) = delete;
  Ref &operator=(const Ref &) = delete;
  Ref(Ref &&other) noexcept : m_object(other.m_object) { other.m_object = nullptr; }
  PyObject *get() const { return m_object; }
  explicit operator bool() const { return m_object != nullptr; }

private:
  PyObject *m_object;
};

/// The field of an object; empty when it has none. `field` is a literal.
Ref attribute(PyObject *object, const char *field);
/// The text of a string object; empty for anything else.
std::string utf8(PyObject *object);
int64_t integerOr(PyObject *object, int64_t fallback);
/// Name of the object's class without its module.
std::string_view typeName(PyObject *object);
/// Lines and columns of a node of Python's syntax tree.
Place placeOf(PyObject *object);
Operator operatorOf(PyObject *object);

} // namespace charonia::frontend
