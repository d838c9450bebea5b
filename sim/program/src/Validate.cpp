// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Validation of the tables of a program and of command streams; the other parts have files of their
// own.
#include "EnumNames.h"
#include "Validator.h"

#include <algorithm>
#include <set>

namespace charonia::program {

int64_t elementsOf(const std::vector<int64_t> &shape) {
  if (shape.size() > kMaxRank) {
    return 0;
  }
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (extent < 1 || extent > kMaxTileElements / elements) {
      return 0;
    }
    elements *= extent;
  }
  return elements;
}

int64_t checkShape(const std::vector<int64_t> &shape, const std::string &member, Findings &found) {
  const int64_t elements = elementsOf(shape);
  found.require(elements > 0, member,
                "extents are at least 1, dimensions at most {} and elements at most {}", kMaxRank,
                kMaxTileElements);
  return elements;
}

bool isPermutation(const std::vector<int64_t> &permutation, size_t rank) {
  const std::set<int64_t> distinct(permutation.begin(), permutation.end());
  return permutation.size() == rank && distinct.size() == rank &&
         (rank == 0 || (*distinct.begin() == 0 && *distinct.rbegin() == int64_t(rank) - 1));
}

std::string shown(ElementType type, const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t extent : shape) {
    text += std::to_string(extent) + "x";
  }
  return text + enumName(type);
}

namespace {

/// Parents of frames must exist and lead to a frame without parent.
void checkFrames(const Program &program, Findings &found) {
  const auto &frames = program.frames;
  // 0: not looked at, 1: on the way from the frame at hand, 2: leads to an end.
  std::vector<uint8_t> state(frames.size(), 0);
  for (size_t i = 0; i < frames.size(); ++i) {
    std::vector<size_t> way;
    size_t at = i;
    while (state[at] == 0) {
      state[at] = 1;
      way.push_back(at);
      const FrameId parent = frames[at].parent;
      if (parent == kNone) {
        break;
      }
      if (parent >= frames.size()) {
        found.add(fmt::format("frames[{}].parent", at),
                  fmt::format("there is no frame {}", parent));
        break;
      }
      if (state[parent] == 1) {
        found.add(fmt::format("frames[{}].parent", at), "the frame is its own ancestor");
        break;
      }
      at = parent;
    }
    for (size_t frame : way) {
      state[frame] = 2;
    }
  }
}

void checkTables(const Program &program, const arch::DeviceModel *device, Findings &found) {
  found.require(program.version == kProgramVersion, "version", "must be {}", kProgramVersion);
  found.require(program.policy == "strict" || program.policy == "default" ||
                    program.policy == "fast",
                "policy", "'{}' is not strict, default or fast", program.policy);
  checkFrames(program, found);
  found.require(program.opFrames.size() == program.opNames.size(), "opFrames",
                "{} frames for {} names of ops", program.opFrames.size(), program.opNames.size());
  for (size_t i = 0; i < program.opFrames.size(); ++i) {
    const FrameId frame = program.opFrames[i];
    if (frame != kNone && frame >= program.frames.size()) {
      found.add(fmt::format("opFrames[{}]", i), fmt::format("there is no frame {}", frame));
    }
  }
  const PidMapping &mapping = program.mapping;
  if (mapping.kind != PidMapping::Kind::List) {
    found.require(mapping.lists.empty(), "mapping.lists", "only a mapping by list has lists");
  } else if (device) {
    found.require(mapping.lists.size() == static_cast<size_t>(device->grid.numPes()),
                  "mapping.lists", "{} lists for {} PEs", mapping.lists.size(),
                  device->grid.numPes());
  }
  std::set<int64_t> seen;
  for (size_t pe = 0; pe < mapping.lists.size(); ++pe) {
    for (int64_t pid : mapping.lists[pe]) {
      found.require(pid >= 0 && seen.insert(pid).second, fmt::format("mapping.lists[{}]", pe),
                    "program id {} is negative or given twice", pid);
    }
  }
}

std::vector<ProgramError> validateAll(const Program &program, const arch::DeviceModel *device) {
  Findings found;
  checkTables(program, device, found);
  checkBuffers(program, device, found);
  checkTilePrograms(program, found);
  checkCommands(program, device, found);
  checkCode(program, found);
  return std::move(found.errors);
}

void checkEntry(const StreamEntry &entry, Findings &found) {
  found.require(entry.cycles >= 0, "cycles", "{} is negative", entry.cycles);
  found.require(entry.bytes >= 0, "bytes", "{} is negative", entry.bytes);
  const bool named =
      entry.kind == StreamEntry::Kind::Command || entry.kind == StreamEntry::Kind::Vector;
  found.require(named == (entry.command != kNone), "command",
                "entries of kind command and vector name a command, and only they");
  if (entry.kind == StreamEntry::Kind::Vector) {
    constexpr size_t kRun = 5;
    found.require(entry.values.size() % kRun == 0, "values", "accesses come in runs of {}", kRun);
  }
}

} // namespace

std::vector<ProgramError> validate(const Program &program, const arch::DeviceModel &device) {
  return validateAll(program, &device);
}

std::vector<ProgramError> validate(const Program &program) { return validateAll(program, nullptr); }

std::vector<ProgramError> checkStream(const CommandStream &stream) {
  Findings found;
  found.require(stream.version == kProgramVersion, "version", "must be {}", kProgramVersion);
  constexpr int kMaxPes = 65535;
  if (found.require(stream.numPes >= 1 && stream.numPes <= kMaxPes, "numPes", "must be 1 to {}",
                    kMaxPes)) {
    found.require(stream.entries.size() == static_cast<size_t>(stream.numPes) * 2, "entries",
                  "{} lists for 2 cores of {} PEs", stream.entries.size(), stream.numPes);
  }
  for (size_t core = 0; core < stream.entries.size(); ++core) {
    for (size_t i = 0; i < stream.entries[core].size(); ++i) {
      Findings::Scope scope(found, fmt::format("entries[{}][{}]", core, i));
      checkEntry(stream.entries[core][i], found);
    }
  }
  for (size_t i = 0; i < stream.resident.size(); ++i) {
    const MemoryRange &range = stream.resident[i];
    found.require(range.address >= 0 && range.bytes >= 0 &&
                      range.address <= INT64_MAX - range.bytes,
                  fmt::format("resident[{}]", i), "not a range of memory");
  }
  return std::move(found.errors);
}

namespace {

/// Numbers that the values of a command entry hold.
size_t valuesOf(const Command &command) {
  size_t count = command.extents.size();
  if (command.dma) {
    count +=
        1 + command.dma->strides.size() + command.dma->lower.size() + command.dma->upper.size();
  }
  return count;
}

} // namespace

std::vector<ProgramError> validate(const CommandStream &stream, const Program &program) {
  Findings found;
  found.errors = checkStream(stream);
  for (size_t core = 0; core < stream.entries.size(); ++core) {
    for (size_t i = 0; i < stream.entries[core].size(); ++i) {
      const StreamEntry &entry = stream.entries[core][i];
      if (entry.command == kNone) {
        continue;
      }
      Findings::Scope scope(found, fmt::format("entries[{}][{}]", core, i));
      if (!found.require(entry.command < program.commands.size(), "command",
                         "there is no command {}", entry.command)) {
        continue;
      }
      const Command &command = program.commands[entry.command];
      const bool isVector = command.kind == CommandKind::VectorGroup;
      found.require(isVector == (entry.kind == StreamEntry::Kind::Vector), "kind",
                    "command {} is {}a vector group", entry.command, isVector ? "" : "not ");
      if (entry.kind == StreamEntry::Kind::Command) {
        const size_t fixed = valuesOf(command);
        const bool rows = command.dma && command.dma->rowDim >= 0;
        found.require(entry.values.size() == fixed || (rows && entry.values.size() > fixed &&
                                                       (entry.values.size() - fixed) % 2 == 0),
                      "values", "{} numbers; command {} has {}", entry.values.size(), entry.command,
                      fixed);
      }
    }
  }
  return std::move(found.errors);
}

} // namespace charonia::program
