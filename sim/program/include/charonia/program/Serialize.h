// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program and CommandStream as JSON (.json) and binary (.cprog), and their validation. Files are
// untrusted: every load validates, and a truncated or hostile file gives an error, never a crash.
#pragma once

#include "charonia/program/CommandStream.h"
#include "charonia/program/Program.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace charonia::program {

/// One problem: where ("commands[3].reads[0].cb"), and what is wrong.
struct ProgramError {
  std::string path, message;
};

/// Checks every index, count, shape and CB rule that holds statically: producers and readers match
/// the commands' units, registers and targets exist, tile programs are typed, slots are aligned and
/// inside LS, and no two LS ranges overlap.
std::vector<ProgramError> validate(const Program &program, const arch::DeviceModel &device);

/// What of that holds on any machine. Every load runs it.
std::vector<ProgramError> validate(const Program &program);

/// Checks a stream against the program that it was recorded from.
std::vector<ProgramError> validate(const CommandStream &stream, const Program &program);

// Operands are numbers (constants) or "r7" (registers) in JSON; enumerators are words. Members that
// have their default value are left out.
std::string toJson(const Program &program, int indent = 1);
tl::expected<Program, std::vector<ProgramError>> programFromJson(std::string_view text);
std::string toBinary(const Program &program);
tl::expected<Program, std::vector<ProgramError>> programFromBinary(std::string_view bytes);

std::string toJson(const CommandStream &stream, int indent = 1);
tl::expected<CommandStream, std::vector<ProgramError>> streamFromJson(std::string_view text);
std::string toBinary(const CommandStream &stream);
tl::expected<CommandStream, std::vector<ProgramError>> streamFromBinary(std::string_view bytes);

} // namespace charonia::program
