// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names, what-if copies and the place of the default hardware file.
#include "charonia/arch/DeviceModel.h"

#include "charonia/arch/Resources.h"

#include "ParameterTable.h"

#include <fmt/format.h>

#include <filesystem>

namespace charonia::arch {

const char *name(Unit unit) {
  switch (unit) {
  case Unit::Core0:
    return "core0";
  case Unit::Core1:
    return "core1";
  case Unit::FiRead:
    return "fi.read";
  case Unit::FiWrite:
    return "fi.write";
  case Unit::Dpe:
    return "dpe";
  case Unit::Re:
    return "re";
  case Unit::Se:
    return "se";
  case Unit::Mlu:
    return "mlu";
  }
  return "?";
}

const char *name(Provenance provenance) {
  switch (provenance) {
  case Provenance::Published:
    return "published";
  case Provenance::Derived:
    return "derived";
  case Provenance::Assumption:
    return "assumption";
  }
  return "?";
}

bool findUnit(std::string_view spelling, Unit &unit) {
  for (Unit u : kAllUnits) {
    if (spelling == name(u)) {
      unit = u;
      return true;
    }
  }
  return false;
}

std::string resourcePath(const std::string &relative) {
  namespace fs = std::filesystem;
  std::error_code ec;
  const fs::path executable = fs::read_symlink("/proc/self/exe", ec);
  if (!ec) {
    const fs::path installed =
        executable.parent_path().parent_path() / "share" / "charonia" / relative;
    if (fs::exists(installed, ec)) {
      return installed.string();
    }
  }
  return (fs::path(CHARONIA_RESOURCE_DIR) / relative).string();
}

std::string defaultDevicePath() { return resourcePath("hardware/mtia-2i.json"); }

tl::expected<DeviceRef, std::vector<DeviceError>>
withParameters(const DeviceModel &device,
               const std::vector<std::pair<std::string, double>> &changes) {
  auto copy = std::make_shared<DeviceModel>(device);
  std::vector<DeviceError> errors;
  for (const auto &[path, value] : changes) {
    const ParameterRow *row = findParameterRow(path);
    Parameter *parameter = nullptr;
    for (Parameter &p : copy->parameters) {
      if (p.path == path) {
        parameter = &p;
      }
    }
    if (!row || !parameter) {
      errors.push_back({device.file, path, "unknown parameter", 0});
      continue;
    }
    std::string problem = checkValue(*row, value, parameter->minimum, parameter->maximum);
    if (!problem.empty()) {
      errors.push_back({device.file, path, std::move(problem), 0});
      continue;
    }
    if (parameter->value != value) {
      parameter->source = fmt::format("changed from {}", parameter->value);
      parameter->provenance = Provenance::Assumption;
      parameter->value = value;
    }
  }
  if (errors.empty()) {
    fillFields(*copy);
    checkConsistency(*copy, errors);
  }
  if (!errors.empty()) {
    return tl::unexpected(std::move(errors));
  }
  return DeviceRef(std::move(copy));
}

tl::expected<DeviceRef, std::vector<DeviceError>>
withParameter(const DeviceModel &device, std::string_view path, double value) {
  return withParameters(device, {{std::string(path), value}});
}

} // namespace charonia::arch
