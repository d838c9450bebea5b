// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one table of hardware parameters: path in the file, unit, valid range and field of
// DeviceModel. Reading, checking, what-if and the JSON schema all go through it.
#pragma once

#include "charonia/arch/DeviceModel.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace charonia::arch {

/// One parameter that every hardware file must state. The range says what the simulator can work
/// with, not what the chip has.
struct ParameterRow {
  std::string path;
  std::string unit;
  double minimum = 0, maximum = 0;
  bool integer = false;
  std::function<void(DeviceModel &, double)> set;
};

/// All rows, in the order of the schema. Built once.
const std::vector<ParameterRow> &parameterTable();

/// Row of `path`, or null.
const ParameterRow *findParameterRow(std::string_view path);

/// What is wrong with `value` for a parameter of that row and range; empty if nothing is.
std::string checkValue(const ParameterRow &row, double value, double minimum, double maximum);

/// Appends an error for each combination of parameters that no machine can have.
void checkConsistency(const DeviceModel &device, std::vector<DeviceError> &errors);

/// Sets every field of `device` from device.parameters, which must hold valid values.
void fillFields(DeviceModel &device);

} // namespace charonia::arch
