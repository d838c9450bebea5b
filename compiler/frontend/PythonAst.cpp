// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts an isolated interpreter once per process, asks it for the syntax tree of a text, and
// copies that tree into plain nodes. Only this file and PythonObjects know CPython.
#include "PythonObjects.h"

#include "PythonAst.h"

#include <cstring>
#include <mutex>
#include <string_view>

namespace charonia::frontend {
namespace {

/// Deepest nesting of nodes that is copied; deeper trees are refused with a place.
constexpr int kMaxDepth = 1500;

bool startInterpreter() {
  static std::once_flag once;
  static bool started = false;
  std::call_once(once, [] {
    if (Py_IsInitialized()) {
      started = true;
      return;
    }
    PyPreConfig pre;
    PyPreConfig_InitIsolatedConfig(&pre);
    pre.utf8_mode = 1;
    if (PyStatus_Exception(Py_PreInitialize(&pre))) {
      return;
    }
    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = 0;
    config.install_signal_handlers = 0;
    config.write_bytecode = 0;
    config.pathconfig_warnings = 0;
    config.configure_c_stdio = 0;
    PyStatus status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(status)) {
      return;
    }
    started = true;
    // A tree has no cycles, and its many objects would set off collections in vain.
    PyGC_Disable();
    PyEval_SaveThread(); // releases the lock that initialisation took
  });
  return started;
}

/// Copies a tree of Python objects into nodes.
class Copier {
public:
  explicit Copier(SyntaxTree &tree) : m_tree(tree) {}

  bool tooDeep() const { return m_tooDeep.line != 0; }
  Place deepPlace() const { return m_tooDeep; }

  std::vector<const Node *> list(PyObject *owner, const char *field) {
    std::vector<const Node *> nodes;
    Ref items = attribute(owner, field);
    if (items && PyList_Check(items.get())) {
      for (Py_ssize_t i = 0; i < PyList_GET_SIZE(items.get()); ++i) {
        PyObject *item = PyList_GET_ITEM(items.get(), i);
        if (item != Py_None) {
          nodes.push_back(node(item));
        }
      }
    }
    return nodes;
  }

private:
  const Node *child(PyObject *owner, const char *field) {
    Ref value = attribute(owner, field);
    return value && value.get() != Py_None ? node(value.get()) : nullptr;
  }

  const Node *node(PyObject *object) {
    Place place = placeOf(object);
    Node *made = m_tree.make(NodeKind::Unsupported, place);
    made->name = typeName(object);
    if (m_depth >= kMaxDepth) {
      if (!tooDeep()) {
        m_tooDeep = place;
        m_tooDeep.line = std::max(m_tooDeep.line, 1u);
      }
      return made;
    }
    ++m_depth;
    if (!statement(object, *made) && !expression(object, *made)) {
      made->kind = NodeKind::Unsupported;
      made->name = typeName(object);
      children(object, *made);
    }
    --m_depth;
    return made;
  }

  bool statement(PyObject *object, Node &made);
  bool expression(PyObject *object, Node &made);
  bool operation(std::string_view type, PyObject *object, Node &made);
  bool compound(std::string_view type, PyObject *object, Node &made);
  void function(PyObject *object, Node &made);
  void tryStatement(PyObject *object, Node &made);
  void parameters(PyObject *arguments, Node &made);
  const Node *parameter(PyObject *arg, PyObject *defaultValue, ParameterForm form);
  void aliases(PyObject *object, Node &made);
  void constant(PyObject *object, Node &made);
  void keywords(PyObject *object, Node &made);
  bool comprehension(PyObject *object, Node &made);
  void children(PyObject *object, Node &made);
  void child(PyObject *value, Node &made);

  SyntaxTree &m_tree;
  int m_depth = 0;
  Place m_tooDeep;
};

const Node *Copier::parameter(PyObject *arg, PyObject *defaultValue, ParameterForm form) {
  Node *made = m_tree.make(NodeKind::Parameter, placeOf(arg));
  made->name = utf8(attribute(arg, "arg").get());
  made->first = child(arg, "annotation");
  if (defaultValue && defaultValue != Py_None) {
    made->second = node(defaultValue);
  }
  made->level = static_cast<int32_t>(form);
  return made;
}

void Copier::parameters(PyObject *arguments, Node &made) {
  Ref defaults = attribute(arguments, "defaults");
  Py_ssize_t defaultCount =
      defaults && PyList_Check(defaults.get()) ? PyList_GET_SIZE(defaults.get()) : 0;
  std::vector<Ref> plain;
  for (const char *field : {"posonlyargs", "args"}) {
    Ref items = attribute(arguments, field);
    for (Py_ssize_t i = 0; items && PyList_Check(items.get()) && i < PyList_GET_SIZE(items.get());
         ++i) {
      plain.emplace_back(Py_NewRef(PyList_GET_ITEM(items.get(), i)));
    }
  }
  for (size_t i = 0; i < plain.size(); ++i) {
    Py_ssize_t fromEnd = static_cast<Py_ssize_t>(plain.size() - i);
    PyObject *value =
        fromEnd <= defaultCount ? PyList_GET_ITEM(defaults.get(), defaultCount - fromEnd) : nullptr;
    made.items.push_back(parameter(plain[i].get(), value, ParameterForm::Plain));
  }
  Ref variadic = attribute(arguments, "vararg");
  if (variadic && variadic.get() != Py_None) {
    made.items.push_back(parameter(variadic.get(), nullptr, ParameterForm::Variadic));
  }
  Ref keywordOnly = attribute(arguments, "kwonlyargs"),
      keywordDefaults = attribute(arguments, "kw_defaults");
  for (Py_ssize_t i = 0;
       keywordOnly && PyList_Check(keywordOnly.get()) && i < PyList_GET_SIZE(keywordOnly.get());
       ++i) {
    made.items.push_back(parameter(PyList_GET_ITEM(keywordOnly.get(), i),
                                   PyList_GET_ITEM(keywordDefaults.get(), i),
                                   ParameterForm::KeywordOnly));
  }
  Ref keywordVariadic = attribute(arguments, "kwarg");
  if (keywordVariadic && keywordVariadic.get() != Py_None) {
    made.items.push_back(parameter(keywordVariadic.get(), nullptr, ParameterForm::KeywordVariadic));
  }
}

void Copier::function(PyObject *object, Node &made) {
  made.kind = NodeKind::FunctionDef;
  made.name = utf8(attribute(object, "name").get());
  Ref arguments = attribute(object, "args");
  if (arguments) {
    parameters(arguments.get(), made);
  }
  made.body = list(object, "body");
  made.decorators = list(object, "decorator_list");
  made.first = child(object, "returns");
}

void Copier::aliases(PyObject *object, Node &made) {
  Ref names = attribute(object, "names");
  for (Py_ssize_t i = 0; names && PyList_Check(names.get()) && i < PyList_GET_SIZE(names.get());
       ++i) {
    PyObject *item = PyList_GET_ITEM(names.get(), i);
    Node *alias = m_tree.make(NodeKind::Alias, placeOf(item));
    alias->name = utf8(attribute(item, "name").get());
    alias->text = utf8(attribute(item, "asname").get());
    if (alias->text.empty()) {
      alias->text = made.kind == NodeKind::Import ? alias->name.substr(0, alias->name.find('.'))
                                                  : alias->name;
    }
    made.items.push_back(alias);
  }
}

bool Copier::compound(std::string_view type, PyObject *object, Node &made) {
  if (type == "FunctionDef") {
    function(object, made);
  } else if (type == "ClassDef") {
    made.kind = NodeKind::ClassDef;
    made.name = utf8(attribute(object, "name").get());
    made.items = list(object, "bases");
    made.body = list(object, "body");
    made.decorators = list(object, "decorator_list");
  } else if (type == "For") {
    made.kind = NodeKind::For;
    made.first = child(object, "target");
    made.second = child(object, "iter");
    made.body = list(object, "body");
    made.orelse = list(object, "orelse");
  } else if (type == "While" || type == "If") {
    made.kind = type == "If" ? NodeKind::If : NodeKind::While;
    made.first = child(object, "test");
    made.body = list(object, "body");
    made.orelse = list(object, "orelse");
  } else if (type == "With") {
    made.kind = NodeKind::With;
    Ref items = attribute(object, "items");
    for (Py_ssize_t i = 0; items && PyList_Check(items.get()) && i < PyList_GET_SIZE(items.get());
         ++i) {
      if (const Node *context = child(PyList_GET_ITEM(items.get(), i), "context_expr")) {
        made.items.push_back(context);
      }
      if (const Node *target = child(PyList_GET_ITEM(items.get(), i), "optional_vars")) {
        made.keywords.push_back(target);
      }
    }
    made.body = list(object, "body");
  } else if (type == "Try" || type == "TryStar") {
    tryStatement(object, made);
  } else {
    return false;
  }
  return true;
}

void Copier::tryStatement(PyObject *object, Node &made) {
  made.kind = NodeKind::Try;
  made.body = list(object, "body");
  Ref handlers = attribute(object, "handlers");
  for (Py_ssize_t i = 0;
       handlers && PyList_Check(handlers.get()) && i < PyList_GET_SIZE(handlers.get()); ++i) {
    PyObject *handler = PyList_GET_ITEM(handlers.get(), i);
    if (const Node *type = child(handler, "type")) {
      made.items.push_back(type);
    }
    if (std::string name = utf8(attribute(handler, "name").get()); !name.empty()) {
      Node *bound = m_tree.make(NodeKind::Keyword, placeOf(handler));
      bound->name = name;
      made.keywords.push_back(bound);
    }
    std::vector<const Node *> body = list(handler, "body");
    made.orelse.insert(made.orelse.end(), body.begin(), body.end());
  }
  for (const char *field : {"orelse", "finalbody"}) {
    std::vector<const Node *> body = list(object, field);
    made.orelse.insert(made.orelse.end(), body.begin(), body.end());
  }
}

bool Copier::statement(PyObject *object, Node &made) {
  std::string_view type = typeName(object);
  if (compound(type, object, made)) {
    return true;
  }
  if (type == "Return" || type == "Expr") {
    made.kind = type == "Return" ? NodeKind::Return : NodeKind::Expr;
    made.first = child(object, "value");
  } else if (type == "Assign") {
    made.kind = NodeKind::Assign;
    made.items = list(object, "targets");
    made.first = child(object, "value");
  } else if (type == "AnnAssign") {
    made.kind = NodeKind::AnnAssign;
    made.first = child(object, "target");
    made.second = child(object, "annotation");
    made.third = child(object, "value");
  } else if (type == "AugAssign") {
    made.kind = NodeKind::AugAssign;
    made.first = child(object, "target");
    made.op = operatorOf(attribute(object, "op").get());
    made.second = child(object, "value");
  } else if (type == "Assert") {
    made.kind = NodeKind::Assert;
    made.first = child(object, "test");
    made.second = child(object, "msg");
  } else if (type == "Import" || type == "ImportFrom") {
    made.kind = type == "Import" ? NodeKind::Import : NodeKind::ImportFrom;
    made.name = utf8(attribute(object, "module").get());
    made.level = static_cast<int32_t>(integerOr(attribute(object, "level").get(), 0));
    aliases(object, made);
  } else if (type == "Pass") {
    made.kind = NodeKind::Pass;
  } else if (type == "Break") {
    made.kind = NodeKind::Break;
  } else if (type == "Continue") {
    made.kind = NodeKind::Continue;
  } else {
    return false;
  }
  return true;
}

void Copier::constant(PyObject *object, Node &made) {
  made.kind = NodeKind::Constant;
  ConstantLiteral &literal = made.constant;
  Ref value = attribute(object, "value");
  PyObject *raw = value.get();
  using Kind = ConstantLiteral::Kind;
  if (!raw || raw == Py_None) {
    literal.kind = Kind::None;
  } else if (PyBool_Check(raw)) {
    literal.kind = Kind::Bool;
    literal.boolean = raw == Py_True;
  } else if (PyLong_Check(raw)) {
    unsigned char bytes[16];
    if (_PyLong_AsByteArray(reinterpret_cast<PyLongObject *>(raw), bytes, sizeof bytes, 1, 1) ==
        0) {
      literal.kind = Kind::Int;
      std::memcpy(&literal.integer, bytes, sizeof bytes);
    } else {
      PyErr_Clear();
      literal.kind = Kind::BigInt;
    }
  } else if (PyFloat_Check(raw)) {
    literal.kind = Kind::Float;
    literal.number = PyFloat_AS_DOUBLE(raw);
  } else if (PyUnicode_Check(raw)) {
    literal.kind = Kind::String;
    literal.text = utf8(raw);
  } else if (PyBytes_Check(raw)) {
    literal.kind = Kind::Bytes;
    literal.text.assign(PyBytes_AS_STRING(raw), static_cast<size_t>(PyBytes_GET_SIZE(raw)));
  } else {
    literal.kind = raw == Py_Ellipsis ? Kind::Ellipsis : Kind::Complex;
  }
}

void Copier::keywords(PyObject *object, Node &made) {
  Ref items = attribute(object, "keywords");
  for (Py_ssize_t i = 0; items && PyList_Check(items.get()) && i < PyList_GET_SIZE(items.get());
       ++i) {
    PyObject *item = PyList_GET_ITEM(items.get(), i);
    Node *keyword = m_tree.make(NodeKind::Keyword, placeOf(item));
    keyword->name = utf8(attribute(item, "arg").get());
    keyword->first = child(item, "value");
    made.keywords.push_back(keyword);
  }
}

bool Copier::comprehension(PyObject *object, Node &made) {
  Ref generators = attribute(object, "generators");
  if (!generators || !PyList_Check(generators.get()) || PyList_GET_SIZE(generators.get()) != 1) {
    return false;
  }
  PyObject *generator = PyList_GET_ITEM(generators.get(), 0);
  made.kind = NodeKind::ListComp;
  made.first = child(object, "elt");
  made.second = child(generator, "target");
  made.third = child(generator, "iter");
  made.items = list(generator, "ifs");
  return true;
}

bool Copier::operation(std::string_view type, PyObject *object, Node &made) {
  if (type == "BinOp") {
    made.kind = NodeKind::BinOp;
    made.first = child(object, "left");
    made.op = operatorOf(attribute(object, "op").get());
    made.second = child(object, "right");
  } else if (type == "UnaryOp") {
    made.kind = NodeKind::UnaryOp;
    made.op = operatorOf(attribute(object, "op").get());
    made.first = child(object, "operand");
  } else if (type == "BoolOp") {
    made.kind = NodeKind::BoolOp;
    made.op = operatorOf(attribute(object, "op").get());
    made.items = list(object, "values");
  } else if (type == "Compare") {
    made.kind = NodeKind::Compare;
    made.first = child(object, "left");
    made.items = list(object, "comparators");
    Ref ops = attribute(object, "ops");
    for (Py_ssize_t i = 0; ops && PyList_Check(ops.get()) && i < PyList_GET_SIZE(ops.get()); ++i) {
      made.operators.push_back(operatorOf(PyList_GET_ITEM(ops.get(), i)));
    }
  } else if (type == "IfExp") {
    made.kind = NodeKind::IfExp;
    made.first = child(object, "test");
    made.second = child(object, "body");
    made.third = child(object, "orelse");
  } else {
    return false;
  }
  return true;
}

bool Copier::expression(PyObject *object, Node &made) {
  std::string_view type = typeName(object);
  if (operation(type, object, made)) {
    return true;
  }
  if (type == "Name") {
    made.kind = NodeKind::Name;
    made.name = utf8(attribute(object, "id").get());
  } else if (type == "Constant") {
    constant(object, made);
  } else if (type == "Attribute") {
    made.kind = NodeKind::Attribute;
    made.first = child(object, "value");
    made.name = utf8(attribute(object, "attr").get());
  } else if (type == "Call") {
    made.kind = NodeKind::Call;
    made.first = child(object, "func");
    made.items = list(object, "args");
    keywords(object, made);
  } else if (type == "Subscript") {
    made.kind = NodeKind::Subscript;
    made.first = child(object, "value");
    made.second = child(object, "slice");
  } else if (type == "Slice") {
    made.kind = NodeKind::Slice;
    made.first = child(object, "lower");
    made.second = child(object, "upper");
    made.third = child(object, "step");
  } else if (type == "Tuple" || type == "List" || type == "Set") {
    made.kind = type == "Tuple" ? NodeKind::Tuple : type == "List" ? NodeKind::List : NodeKind::Set;
    made.items = list(object, "elts");
  } else if (type == "Starred") {
    made.kind = NodeKind::Starred;
    made.first = child(object, "value");
  } else if (type == "NamedExpr") {
    made.kind = NodeKind::NamedExpr;
    made.first = child(object, "target");
    made.second = child(object, "value");
  } else if (type == "JoinedStr") {
    made.kind = NodeKind::JoinedStr;
    made.items = list(object, "values");
  } else if (type == "FormattedValue") {
    made.kind = NodeKind::FormattedValue;
    made.first = child(object, "value");
    made.level = static_cast<int32_t>(integerOr(attribute(object, "conversion").get(), -1));
  } else if (type == "Dict") {
    made.kind = NodeKind::Dict;
    made.items = list(object, "values");
    made.keywords = list(object, "keys");
  } else if (type == "ListComp") {
    return comprehension(object, made);
  } else {
    return false;
  }
  return true;
}

void Copier::child(PyObject *value, Node &made) {
  if (PyUnicode_Check(value)) {
    made.text += (made.text.empty() ? "" : ",") + utf8(value);
  } else if (PyObject_HasAttrString(value, "_fields") == 1) {
    made.items.push_back(node(value));
  }
}

void Copier::children(PyObject *object, Node &made) {
  Ref fields = attribute(object, "_fields");
  for (Py_ssize_t i = 0;
       fields && PyTuple_Check(fields.get()) && i < PyTuple_GET_SIZE(fields.get()); ++i) {
    Ref value = attribute(object, utf8(PyTuple_GET_ITEM(fields.get(), i)).c_str());
    if (!value || value.get() == Py_None) {
      continue;
    }
    if (!PyList_Check(value.get())) {
      child(value.get(), made);
      continue;
    }
    for (Py_ssize_t k = 0; k < PyList_GET_SIZE(value.get()); ++k) {
      child(PyList_GET_ITEM(value.get(), k), made);
    }
  }
}

/// Byte column (1-based) of character `offset` (1-based) of a line.
uint32_t byteColumn(const std::string &text, uint32_t line, int64_t offset) {
  size_t begin = 0;
  for (uint32_t i = 1; i < line && begin != std::string::npos; ++i) {
    size_t end = text.find('\n', begin);
    begin = end == std::string::npos ? end : end + 1;
  }
  if (begin == std::string::npos || offset < 1) {
    return 1;
  }
  size_t at = begin;
  for (int64_t seen = 1; seen < offset && at < text.size() && text[at] != '\n'; ++seen) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) {
      ++at;
    }
  }
  return static_cast<uint32_t>(at - begin + 1);
}

/// Takes the pending Python exception as a ParseError.
ParseError takeError(const std::string &text) {
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  Ref ownedType(type), ownedValue(value), ownedTrace(trace);
  ParseError error;
  error.type =
      type && PyType_Check(type) ? reinterpret_cast<PyTypeObject *>(type)->tp_name : "Error";
  if (!value) {
    return error;
  }
  error.message = utf8(attribute(value, "msg").get());
  if (error.message.empty()) {
    Ref text2(PyObject_Str(value));
    error.message = utf8(text2.get());
  }
  int64_t line = integerOr(attribute(value, "lineno").get(), 1);
  int64_t offset = integerOr(attribute(value, "offset").get(), 1);
  int64_t endLine = integerOr(attribute(value, "end_lineno").get(), 0);
  int64_t endOffset = integerOr(attribute(value, "end_offset").get(), 0);
  error.place.line = static_cast<uint32_t>(std::max<int64_t>(line, 1));
  error.place.column = byteColumn(text, error.place.line, offset);
  error.place.endLine = error.place.line;
  error.place.endColumn = error.place.column + 1;
  if (endLine >= line && endOffset > 0) {
    error.place.endLine = static_cast<uint32_t>(endLine);
    error.place.endColumn = byteColumn(text, error.place.endLine, endOffset);
    if (endLine == line && error.place.endColumn <= error.place.column) {
      error.place.endColumn = error.place.column + 1;
    }
  }
  PyErr_Clear();
  return error;
}

} // namespace

ParseStatus parsePython(const std::string &text, const std::string &file, SyntaxTree &tree,
                        ParseError &error) {
  if (!startInterpreter()) {
    return ParseStatus::Unavailable;
  }
  PyGILState_STATE lock = PyGILState_Ensure();
  ParseStatus status = ParseStatus::Ok;
  {
    PyCompilerFlags flags;
    flags.cf_flags =
        PyCF_ONLY_AST | PyCF_SOURCE_IS_UTF8 | PyCF_IGNORE_COOKIE | PyCF_DONT_IMPLY_DEDENT;
    flags.cf_feature_version = PY_MINOR_VERSION;
    Ref name(PyUnicode_DecodeUTF8(file.data(), static_cast<Py_ssize_t>(file.size()), "replace"));
    Ref module(name ? Py_CompileStringObject(text.c_str(), name.get(), Py_file_input, &flags, -1)
                    : nullptr);
    if (!module) {
      error = takeError(text);
      status = ParseStatus::Error;
    } else {
      Copier copier(tree);
      tree.body = copier.list(module.get(), "body");
      if (copier.tooDeep()) {
        error = {"RecursionError", "expression nested too deeply", copier.deepPlace()};
        status = ParseStatus::Error;
      }
    }
  }
  PyGILState_Release(lock);
  return status;
}

} // namespace charonia::frontend
