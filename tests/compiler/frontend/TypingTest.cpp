// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Typing rules against a table recorded from upstream: for an expression over typed operands, the
// type of the result and the operations that compute it, or that it is an error. Columns of
// typing.tsv: where the operands come from (tt: two tensors, ts: tensor and scalar argument, ss:
// two scalar arguments, t, tl, lt, cast, full: one tensor), their types, the expression, type,
// operations (* where a library function computes it).
#include "EmitHelper.h"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <sstream>

using namespace charonia::frontend::test;

namespace {

struct Row {
  std::string kind, types, expression, type, operations;
};

std::vector<Row> readTable() {
  std::vector<Row> rows;
  std::ifstream file(CHARONIA_SOURCE_DIR "/tests/compiler/frontend/typing.tsv");
  for (std::string line; std::getline(file, line);) {
    std::istringstream columns(line);
    Row row;
    std::getline(columns, row.kind, '\t');
    std::getline(columns, row.types, '\t');
    std::getline(columns, row.expression, '\t');
    std::getline(columns, row.type, '\t');
    std::getline(columns, row.operations, '\t');
    rows.push_back(row);
  }
  return rows;
}

std::string dtype(const std::string &type) {
  static const std::map<std::string, std::string> kNames = {
      {"fp8e4nv", "float8e4nv"}, {"fp8e5", "float8e5"}, {"fp16", "float16"},
      {"bf16", "bfloat16"},      {"fp32", "float32"},   {"fp64", "float64"}};
  auto found = kNames.find(type);
  return "tl." + (found == kNames.end() ? type : found->second);
}

/// The kernel of a row; it asserts the type of the expression where that is not an error.
Emitted emitRow(const Row &row) {
  size_t comma = row.types.find(',');
  std::string first = row.types.substr(0, comma);
  std::string second = comma == std::string::npos ? "" : row.types.substr(comma + 1);
  std::string parameters, arguments, body;
  auto operand = [&](const std::string &name, const std::string &type, bool tensor) {
    if (type.empty()) {
      return;
    }
    parameters += (parameters.empty() ? "" : ", ") + (tensor ? "p" + name : name);
    if (tensor) {
      arguments += fmt::format("p{}:*{} ", name, type);
      body += fmt::format("{0} = tl.load(p{0} + tl.arange(0, 16))\n", name);
    } else {
      arguments +=
          fmt::format("{}:{}={} ", name, type, type[0] == 'f' || type[0] == 'b' ? "7.5" : "7");
    }
  };
  operand("a", first, row.kind != "ss");
  operand("b", second, row.kind == "tt");
  body += fmt::format("x = {}\n", row.expression);
  if (row.type != "error") {
    body += fmt::format("tl.static_assert(x.dtype == {})\n", dtype(row.type));
  }
  return emit(kernel(parameters, body), arguments);
}

/// The operations of a printed function in the table's form, without constants, splats and the
/// loads of the operands.
std::string operationsOf(const std::string &ir) {
  static const std::regex kLine(R"re(^\s*(?:%[\w:, %#]+ = )?"?([a-z_]+)\.([a-z_0-9.]+)"?(.*)$)re");
  static const std::regex kElement(R"((?:x|\b)(i\d+|f\d+|bf16|f8E\w+)\b)");
  static const std::regex kLoads(
      "make_range:i32;addptr:i32;(bitcast:i8;load:i8;cmpi ne i8|load:\\w+);?");
  std::string operations;
  std::istringstream lines(ir);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, kLine)) {
      continue;
    }
    std::string dialect = match[1], name = match[2], rest = match[3];
    if (name == "func" || name == "return" || name == "constant" || name == "splat") {
      continue;
    }
    size_t colon = rest.rfind(" : ");
    std::string types = colon == std::string::npos ? "" : rest.substr(colon);
    std::string element;
    for (std::sregex_iterator it(types.begin(), types.end(), kElement), end; it != end; ++it) {
      element = (*it)[1];
    }
    if (name == "cmpi" || name == "cmpf") {
      name += rest.substr(0, rest.find(','));
    }
    operations += (operations.empty() ? "" : ";") + name + (dialect == "tt" ? ":" : " ") + element;
  }
  operations = std::regex_replace(operations, kLoads, "");
  return !operations.empty() && operations.back() == ';'
             ? operations.substr(0, operations.size() - 1)
             : operations;
}

TEST(Typing, AgreesWithTheTable) {
  size_t rows = 0, wrong = 0;
  for (const Row &row : readTable()) {
    ++rows;
    Emitted emitted = emitRow(row);
    std::string what;
    if (row.type == "error") {
      if (emitted.diagnostics.empty()) {
        what = "expected an error";
      }
    } else if (emitted.ir.empty()) {
      what = emitted.diagnostic(0);
    } else if (std::string got = operationsOf(emitted.ir);
               row.operations != "*" && got != row.operations) {
      what = "got " + got;
    }
    if (!what.empty()) {
      ++wrong;
      ADD_FAILURE() << fmt::format("{} ({}) {} -> {} [{}]: {}", row.kind, row.types, row.expression,
                                   row.type, row.operations, what);
    }
  }
  EXPECT_GT(rows, 10000u);
  EXPECT_EQ(wrong, 0u);
}

} // namespace
