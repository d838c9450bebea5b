// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The columns of a trace file: how each is made of the rows and read back. Times are stored as
// differences within their track, so that a row takes few bytes whatever order tracks come in.
#pragma once

#include "Codec.h"
#include "charonia/simdata/Trace.h"

#include <functional>
#include <string>
#include <vector>

namespace charonia::simdata {

/// One section of a trace file. Columns are read in order of the table: a later one may use what an
/// earlier one has filled in.
struct Column {
  const char *name;
  std::function<void(const Trace &, Encoder &)> write;
  /// Reads into the trace; values that readers could not index with fail the decoder.
  std::function<void(Decoder &, Trace &)> read;
};

/// "meta" first, then the columns of commands and of CBs.
const std::vector<Column> &columnTable();

} // namespace charonia::simdata
