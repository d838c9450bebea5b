// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading sequence files.
#include "ArgumentReader.h"

#include <filesystem>
#include <fmt/format.h>

namespace charonia::launch {
namespace {

const char *const kFormat = "charonia-sequence/1";

void readBuffers(JsonReader &reader, Sequence &sequence, const Json &root) {
  if (!root.contains("buffers")) {
    reader.error("", "has no \"buffers\"");
    return;
  }
  const Json &buffers = root["buffers"];
  if (!reader.isObject(buffers, "/buffers")) {
    return;
  }
  for (auto it = buffers.begin(); it != buffers.end(); ++it) {
    const std::string path = child("/buffers", it.key());
    Argument buffer = readArgument(reader, it.value(), path, false, 0);
    if (!buffer.typeText.empty() && buffer.kind != Argument::Kind::Pointer) {
      reader.error(child(path, "type"), "a buffer's type is a pointer, such as \"*fp32\"");
    }
    buffer.name = it.key();
    sequence.buffers.emplace_back(it.key(), std::move(buffer));
  }
}

void readSteps(JsonReader &reader, Sequence &sequence, const Json &root) {
  if (!root.contains("launches")) {
    reader.error("", "has no \"launches\"");
    return;
  }
  const Json &launches = root["launches"];
  if (!reader.isArray(launches, "/launches")) {
    return;
  }
  for (size_t i = 0; i < launches.size(); ++i) {
    const std::string path = child("/launches", i);
    if (!reader.isObject(launches[i], path)) {
      continue;
    }
    Sequence::Step step;
    if (launches[i].contains("launch")) {
      const std::filesystem::path file(reader.string(launches[i]["launch"], child(path, "launch")));
      step.launchFile = file.is_absolute()
                            ? file.string()
                            : (std::filesystem::path(sequence.file).parent_path() / file)
                                  .lexically_normal()
                                  .string();
    } else {
      reader.error(path, "has no \"launch\"");
    }
    if (launches[i].contains("bind") && reader.isObject(launches[i]["bind"], child(path, "bind"))) {
      const Json &bind = launches[i]["bind"];
      for (auto it = bind.begin(); it != bind.end(); ++it) {
        const std::string at = child(child(path, "bind"), it.key());
        const std::string buffer = reader.string(it.value(), at);
        const bool known = std::any_of(sequence.buffers.begin(), sequence.buffers.end(),
                                       [&](const auto &entry) { return entry.first == buffer; });
        if (!known) {
          reader.error(at, fmt::format("there is no buffer '{}'", buffer));
        }
        step.bind[it.key()] = buffer;
      }
    }
    const nlohmann::json rest = reader.unknown(launches[i], path, {"launch", "bind"});
    if (!rest.is_null()) {
      sequence.unknown["launches"][std::to_string(i)] = rest;
    }
    sequence.steps.push_back(std::move(step));
  }
  if (sequence.steps.empty()) {
    reader.error("/launches", "is empty");
  }
}

} // namespace

tl::expected<Sequence, LaunchErrors> parseSequence(std::string_view json, const std::string &file,
                                                   LaunchErrors *warnings) {
  JsonReader reader(json, file);
  const Json root = reader.parse();
  if (!reader.errors().empty()) {
    return tl::unexpected(reader.errors());
  }
  Sequence sequence;
  sequence.file = file;
  if (!root.contains("format") || root["format"] != kFormat) {
    reader.error(root.contains("format") ? "/format" : "",
                 fmt::format("the format must be \"{}\"", kFormat));
    return tl::unexpected(reader.errors());
  }
  sequence.unknown = reader.unknown(root, "", {"format", "buffers", "launches"});
  readBuffers(reader, sequence, root);
  readSteps(reader, sequence, root);
  if (warnings != nullptr) {
    warnings->insert(warnings->end(), reader.warnings().begin(), reader.warnings().end());
  }
  if (!reader.errors().empty()) {
    return tl::unexpected(reader.errors());
  }
  return sequence;
}

tl::expected<Sequence, LaunchErrors> loadSequence(const std::string &path, LaunchErrors *warnings) {
  const auto text = readWholeFile(path, kMaxJsonBytes);
  if (!text) {
    return tl::unexpected(text.error());
  }
  return parseSequence(*text, path, warnings);
}

} // namespace charonia::launch
