// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/UpstreamFrontend.h"

#include "charonia/arch/Resources.h"
#include "run/ChildProcess.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <limits>

namespace charonia::app {
namespace {

using compiler::Diagnostic;
using launch::Argument;
using launch::ConstantValue;
using nlohmann::json;

Diagnostic problem(const char *code, const std::string &file, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.range.file = file;
  return diagnostic;
}

UpstreamAnswer usage(const char *code, const std::string &file, std::string message) {
  UpstreamAnswer answer;
  answer.badUsage = true;
  answer.diagnostics.push_back(problem(code, file, std::move(message)));
  return answer;
}

/// A constant in the request's form. An expression has its value since the launch was loaded.
json constantJson(const ConstantValue &value) {
  switch (value.kind) {
  case ConstantValue::Kind::None:
    return nullptr;
  case ConstantValue::Kind::Bool:
    return value.boolean;
  case ConstantValue::Kind::Int:
  case ConstantValue::Kind::Expression:
    return value.integer;
  case ConstantValue::Kind::Float:
    if (!std::isfinite(value.number)) {
      return {{"float", std::isnan(value.number) ? "nan" : value.number > 0 ? "inf" : "-inf"}};
    }
    return value.number;
  case ConstantValue::Kind::String:
    return value.text;
  case ConstantValue::Kind::DType:
    return {{"dtype", value.text}};
  case ConstantValue::Kind::Function:
    return {{"function", value.text}};
  case ConstantValue::Kind::Tuple: {
    json items = json::array();
    for (const ConstantValue &item : value.items) {
      items.push_back(constantJson(item));
    }
    return items;
  }
  }
  return nullptr;
}

/// 1 as a Python number, which upstream makes a constant.
bool equalToOne(const Argument &argument) {
  const std::string &type = argument.typeText;
  return argument.kind == Argument::Kind::Scalar && argument.value.integer == 1 &&
         (argument.value.kind == ConstantValue::Kind::Int ||
          argument.value.kind == ConstantValue::Kind::Expression) &&
         (type == "i32" || type == "i64" || type == "u64");
}

/// The type of an argument; items of a tuple that are constants are {"constexpr": value}.
json typeJson(const Argument &argument) {
  if (argument.kind == Argument::Kind::Constexpr) {
    return {{"constexpr", constantJson(argument.value)}};
  }
  if (argument.kind != Argument::Kind::Tuple) {
    return argument.typeText;
  }
  json items = json::array();
  for (const Argument &field : argument.fields) {
    items.push_back(equalToOne(field) ? json{{"constexpr", 1}} : typeJson(field));
  }
  return items;
}

/// Buffers begin at multiples of 4 KiB; of scalars only integers are specialised, as the built-in
/// front end does.
bool divisibleBy16(const Argument &argument) {
  if (argument.kind == Argument::Kind::Pointer) {
    return true;
  }
  const std::string &type = argument.typeText;
  const bool integer =
      (type.starts_with('i') || type.starts_with('u')) && type != "i1" && type != "u1";
  return argument.kind == Argument::Kind::Scalar && integer &&
         argument.value.kind == ConstantValue::Kind::Int && argument.value.integer % 16 == 0;
}

/// The request, or the argument that upstream cannot take.
tl::expected<json, std::string> requestOf(const PreparedLaunch &prepared, bool prePass) {
  const launch::Launch &launch = prepared.launch;
  const compiler::Invocation &invocation = prepared.invocation;
  json signature = json::object(), constexprs = json::object(), attributes = json::object();
  for (const Argument &argument : launch.args) {
    if (argument.kind == Argument::Kind::Struct) {
      return tl::unexpected(fmt::format(
          "the argument {} is a structure, an extension that upstream Triton does not have; use "
          "--frontend builtin",
          argument.name));
    }
    if (argument.kind == Argument::Kind::Constexpr) {
      constexprs[argument.name] = constantJson(argument.value);
      continue;
    }
    signature[argument.name] = typeJson(argument);
    // The script drops what the kernel excepts from specialisation.
    if (equalToOne(argument)) {
      attributes[argument.name] = {"equal_to_1"};
    } else if (divisibleBy16(argument)) {
      attributes[argument.name] = {"divisible_by_16"};
    }
  }
  for (const auto &[name, value] : launch.constexprs) {
    constexprs[name] = constantJson(value);
    signature.erase(name);
    attributes.erase(name);
  }
  return json{{"source", invocation.file},         {"text", invocation.text},
              {"function", launch.function},       {"signature", signature},
              {"constexprs", constexprs},          {"attributes", attributes},
              {"stage", prePass ? "pre" : "ttir"}, {"paths", invocation.options.searchPaths}};
}

std::string lastLines(const std::string &text, int count) {
  size_t end = text.find_last_not_of("\n\r ");
  if (end == std::string::npos) {
    return "";
  }
  size_t begin = end + 1;
  while (begin > 0 && count > 0) {
    count -= text[--begin] == '\n';
  }
  begin += text[begin] == '\n';
  return text.substr(begin, end + 1 - begin);
}

/// Why there is no answer, as far as the process itself tells.
UpstreamAnswer processProblem(const ChildResult &child, const UpstreamSettings &settings,
                              const std::string &file) {
  using End = ChildResult::End;
  if (child.end == End::NotStarted) {
    return usage("KU0102", "",
                 fmt::format("cannot start the Python interpreter {}: {}; name one that has Triton "
                             "with --python PATH or CHARONIA_PYTHON",
                             settings.python, std::strerror(child.code)));
  }
  UpstreamAnswer answer;
  std::string what;
  switch (child.end) {
  case End::TimedOut:
    what = fmt::format("upstream's front end did not end within {:g} seconds and was stopped; does "
                       "the file run a kernel or wait for something when it is imported?",
                       settings.seconds);
    break;
  case End::TooMuchOutput:
    what = "upstream's ttir is larger than the limit for IR";
    break;
  case End::Cancelled:
    what = "upstream's front end was cancelled";
    break;
  case End::Signalled:
    what = fmt::format("upstream's front end crashed: {}", strsignal(child.code));
    break;
  default:
    // A Python that is none, or too old for the script.
    what = fmt::format("{} gave no answer that can be read (exit code {}); is it a Python 3.9 or "
                       "newer?",
                       settings.python, child.code);
    answer.badUsage = true;
  }
  answer.diagnostics.push_back(problem("KU0103", file, std::move(what)));
  if (std::string tail = lastLines(child.errors, 4); !tail.empty()) {
    answer.diagnostics.back().notes.push_back({"its last words: " + tail, {}});
  }
  return answer;
}

std::string textOf(const json &object, const char *key) {
  auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

compiler::SourceRange rangeOf(const json &object) {
  const auto number = [&](const char *key) -> uint32_t {
    auto found = object.find(key);
    const bool good = found != object.end() && found->is_number_unsigned() &&
                      found->get<uint64_t>() <= std::numeric_limits<int32_t>::max();
    return good ? found->get<uint32_t>() : 0;
  };
  compiler::SourceRange range;
  range.file = textOf(object, "file");
  range.beginLine = range.endLine = number("line");
  range.beginColumn = range.endColumn = range.beginLine ? std::max(1U, number("column")) : 0;
  return range;
}

/// The script's kinds of error, their codes, and whether the kernel is not to blame.
struct ErrorKind {
  const char *name, *code;
  bool badUsage;
};
constexpr ErrorKind kErrorKinds[] = {
    {"no-triton", "KU0104", true}, {"version", "KU0105", true},    {"import", "KU0106", false},
    {"kernel", "KU0107", false},   {"extension", "KU0108", false}, {"compile", "KU0109", false},
    {"request", "KU0110", true},   {"internal", "KU0111", false},
};

void addError(UpstreamAnswer &answer, const json &error, const std::string &file) {
  const std::string kind = textOf(error, "kind");
  ErrorKind known = kErrorKinds[std::size(kErrorKinds) - 1];
  for (const ErrorKind &row : kErrorKinds) {
    known = kind == row.name ? row : known;
  }
  Diagnostic diagnostic = problem(known.code, file, textOf(error, "message"));
  if (!known.badUsage) {
    diagnostic.message = "upstream: " + diagnostic.message;
  }
  if (compiler::SourceRange range = rangeOf(error); range.valid()) {
    diagnostic.range = range;
  }
  if (auto notes = error.find("notes"); notes != error.end() && notes->is_array()) {
    for (const json &note : *notes) {
      if (note.is_object()) {
        diagnostic.notes.push_back({textOf(note, "message"), rangeOf(note)});
      }
    }
  }
  answer.badUsage = known.badUsage;
  answer.diagnostics.push_back(std::move(diagnostic));
}

/// The script's answer as a value; nothing if it is none.
std::optional<UpstreamAnswer> readAnswer(const std::string &text, const std::string &file) {
  const json root = json::parse(text, nullptr, false);
  if (!root.is_object() || textOf(root, "format") != "charonia-upstream/1") {
    return std::nullopt;
  }
  UpstreamAnswer answer;
  answer.version = textOf(root, "version");
  if (auto error = root.find("error"); error != root.end() && error->is_object()) {
    addError(answer, *error, file);
    return answer;
  }
  answer.ttir = textOf(root, "ttir");
  answer.name = textOf(root, "name");
  if (auto warnings = root.find("warnings"); warnings != root.end() && warnings->is_array()) {
    for (const json &warning : *warnings) {
      answer.diagnostics.push_back(
          problem("KU0112", file, warning.is_string() ? warning.get<std::string>() : ""));
      answer.diagnostics.back().severity = compiler::Severity::Warning;
    }
  }
  answer.ok = !answer.ttir.empty();
  return answer.ok ? std::optional(std::move(answer)) : std::nullopt;
}

} // namespace

std::string upstreamPython(const std::string &chosen) {
  const char *environment = chosen.empty() ? std::getenv("CHARONIA_PYTHON") : nullptr;
  return environment ? environment : chosen;
}

UpstreamAnswer runUpstream(const PreparedLaunch &prepared, const UpstreamSettings &settings,
                           std::stop_token stop) {
  const std::string &file = prepared.invocation.file;
  if (settings.python.empty()) {
    return usage("KU0101", "",
                 "upstream's front end is off because it executes the kernel's file; to use it, "
                 "name a Python that has Triton 3.4 to 3.6 with --python PATH or CHARONIA_PYTHON");
  }
  if (prepared.invocation.from != compiler::From::Source) {
    return usage("KU0113", file, "upstream's front end needs the kernel's source, not its ttir");
  }
  auto request = requestOf(prepared, settings.prePass);
  if (!request) {
    UpstreamAnswer answer;
    answer.diagnostics.push_back(problem("KU0108", file, request.error()));
    return answer;
  }
  ChildRequest child;
  // -B: no __pycache__ beside the user's files.
  child.command = {settings.python, "-B", arch::resourcePath("frontend/upstream_ttir.py")};
  child.input = request->dump(-1, ' ', false, json::error_handler_t::replace);
  child.seconds = settings.seconds;
  child.outputBytes = 2 * prepared.invocation.options.limits.irBytes; // JSON escapes some bytes
  const ChildResult result = runChild(child, std::move(stop));
  if (result.end == ChildResult::End::Exited) {
    if (auto answer = readAnswer(result.output, file)) {
      return *answer;
    }
  }
  return processProblem(result, settings, file);
}

compiler::Invocation upstreamInvocation(const PreparedLaunch &prepared,
                                        const UpstreamAnswer &answer) {
  compiler::Invocation invocation = prepared.invocation;
  invocation.from = compiler::From::Ttir;
  invocation.text = answer.ttir;
  invocation.file = prepared.invocation.file + " (upstream's ttir)";
  if (!answer.name.empty()) {
    invocation.launch.function = answer.name;
  }
  return invocation;
}

Diagnostic executionNote(const PreparedLaunch &prepared, const UpstreamSettings &settings) {
  Diagnostic note =
      problem("KU0100", prepared.invocation.file,
              fmt::format("upstream's front end executes this file with {}", settings.python));
  note.severity = compiler::Severity::Note;
  return note;
}

} // namespace charonia::app
