// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads forms.txt and makes whole files of its texts.
#pragma once

#include <string>
#include <vector>

namespace charonia::compiler {

/// A value that a form computes: `%0 : tensor<4xi32> = 1 2 3 4`.
struct FormValue {
  std::string value, type;
  std::vector<double> elements;
  bool nearly = false;
};

struct Form {
  std::string kind, name, versions;
  int line = 0; ///< of the header in forms.txt
  bool whole = false, reads = false, library = false;
  std::vector<std::string> text;
  std::vector<FormValue> values;
  std::string refused; ///< words of the message that refuses to run it
  std::string error;   ///< words of the message that refuses to read it
  unsigned errorLine = 0, errorColumn = 0;

  /// For messages.
  std::string title() const;
};

struct Forms {
  std::vector<std::string> prelude;
  std::vector<Form> forms;

  /// The text of a file that holds the form. With `store`, the kernel ends by storing that value to
  /// its last argument but one (numbers) or its last (integers).
  std::string file(const Form &form, const FormValue *store = nullptr) const;
};

/// The forms of the file beside this one.
const Forms &allForms();

} // namespace charonia::compiler
