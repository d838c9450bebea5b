// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The format of forms.txt is described at its top.
#include "Forms.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace charonia::compiler {

namespace {

std::vector<double> numbers(std::istream &stream) {
  std::vector<double> result;
  for (std::string word; stream >> word;) {
    result.push_back(std::strtod(word.c_str(), nullptr)); // takes nan and inf too
  }
  return result;
}

/// `%0 : tensor<4xi32> = 1 2 3 4`
FormValue valueOf(const std::string &text) {
  FormValue value;
  std::istringstream stream(text);
  std::string colon, sign;
  stream >> value.value >> colon >> value.type >> sign;
  value.nearly = sign == "~";
  value.elements = numbers(stream);
  return value;
}

void readLine(const std::string &line, Form &form) {
  std::string tag = line.substr(0, 3), rest = line.size() > 3 ? line.substr(3) : "";
  if (tag == "=> ") {
    form.values.push_back(valueOf(rest));
  } else if (tag == "=! ") {
    form.refused = rest;
  } else if (tag == "=? ") {
    // For check_forms_machine.py.
  } else if (tag == "!! ") {
    std::istringstream stream(rest);
    char colon = 0;
    stream >> form.errorLine >> colon >> form.errorColumn;
    std::getline(stream >> std::ws, form.error);
  } else if (form.whole || tag.substr(0, 2) != "# ") {
    form.text.push_back(line);
  }
}

Forms readForms() {
  Forms forms;
  std::ifstream stream(CHARONIA_FORMS);
  Form *form = nullptr;
  bool prelude = false;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.substr(0, 4) != "=== ") {
      if (form) {
        // Remarks stand directly below the header.
        if (!(form->text.empty() && line.substr(0, 2) == "# ")) {
          readLine(line, *form);
        }
      } else if (prelude) {
        forms.prelude.push_back(line);
      }
      continue;
    }
    std::istringstream words(line.substr(4));
    std::string kind;
    words >> kind;
    prelude = kind == "prelude";
    if (prelude) {
      continue;
    }
    form = &forms.forms.emplace_back();
    form->kind = kind;
    form->line = number;
    words >> form->name >> form->versions;
    for (std::string word; words >> word;) {
      form->whole |= word == "whole";
      form->reads |= word == "reads";
      form->library |= word == "library";
    }
  }
  return forms;
}

/// Ops that store `value`, widened or cut to f32 or i32, to %fs or %ns.
std::string storeOf(const FormValue &value) {
  bool tile = value.type.rfind("tensor<", 0) == 0;
  size_t last = value.type.rfind('x');
  std::string element = tile ? value.type.substr(last + 1) : value.type;
  element = tile ? element.substr(0, element.size() - 1) : element;
  std::string shape = tile ? value.type.substr(0, last + 1) : "", end = tile ? ">" : "";
  bool number = element[0] != 'i';
  std::string to = number ? "f32" : "i32", text, stored = value.value;
  auto type = [&](const std::string &of) { return shape + of + end; };
  if (element != to) {
    std::string op = element == "f64"                                   ? "arith.truncf"
                     : element == "i64"                                 ? "arith.trunci"
                     : element == "i1"                                  ? "arith.extui"
                     : number && element[0] == 'f' && element[1] == '8' ? "tt.fp_to_fp"
                     : number                                           ? "arith.extf"
                                                                        : "arith.extsi";
    text += "  %stored = " + op + " " + stored + " : " + type(element) +
            (op == "tt.fp_to_fp" ? " -> " : " to ") + type(to) + "\n";
    stored = "%stored";
  }
  std::string base = number ? "%fs" : "%ns", pointer = "!tt.ptr<" + to + ">";
  if (!tile) {
    return text + "  tt.store " + base + ", " + stored + " : " + pointer + "\n";
  }
  std::string count = std::to_string(value.elements.size()), flat = "tensor<" + count + "x";
  return text + "  %flat = tt.reshape " + stored + " : " + type(to) + " -> " + flat + to + ">\n" +
         "  %places = tt.make_range {end = " + count + " : i32, start = 0 : i32} : " + flat +
         "i32>\n" + "  %base = tt.splat " + base + " : " + pointer + " -> " + flat + pointer +
         ">\n" + "  %to = tt.addptr %base, %places : " + flat + pointer + ">, " + flat + "i32>\n" +
         "  tt.store %to, %flat : " + flat + pointer + ">\n";
}

} // namespace

std::string Form::title() const {
  return "forms.txt:" + std::to_string(line) + " (" + kind + " " + name + " " + versions + ")";
}

std::string Forms::file(const Form &form, const FormValue *store) const {
  std::string text;
  if (form.whole) {
    for (const std::string &line : form.text) {
      text += line + "\n";
    }
    return text;
  }
  text = "tt.func public @k(%x: !tt.ptr<f32>, %i: !tt.ptr<i32>, %o: !tt.ptr<f32>, "
         "%r: !tt.ptr<i32>, %fs: !tt.ptr<f32>, %ns: !tt.ptr<i32>) {\n";
  for (const auto *lines : {&prelude, &form.text}) {
    for (const std::string &line : *lines) {
      text += (line[0] == '^' ? "" : "  ") + line + "\n";
    }
  }
  return text + (store ? storeOf(*store) : "") + "  tt.return\n}\n";
}

const Forms &allForms() {
  static const Forms forms = readForms();
  return forms;
}

} // namespace charonia::compiler
