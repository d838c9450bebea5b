// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launch files (*.launch.json) and sequences (*.sequence.json) as values. Untrusted text: every
// problem is reported with its JSON path; unknown keys are kept for rewriting and reported.
#pragma once

#include "charonia/arch/DeviceModel.h"
#include "charonia/numerics/Numerics.h"

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

namespace charonia::launch {

using numerics::ElementType;

/// One problem of a launch file. `path` is a JSON pointer ("/args/2/type"); line 0 if unknown.
struct LaunchError {
  std::string file, path, message;
  int line = 0;
  bool warning = false; ///< for example an unknown key
};
using LaunchErrors = std::vector<LaunchError>;

/// A compile-time constant: null, bool, integer, float, string, {"dtype": ...}, {"function": ...}
/// of the kernel's file, a list of constants, or an expression.
struct ConstantValue {
  enum class Kind : uint8_t { None, Bool, Int, Float, String, DType, Expression, Tuple, Function };
  Kind kind = Kind::None;
  bool boolean = false;
  int64_t integer = 0;
  double number = 0;
  std::string text; ///< String, DType, Function, Expression; an expression's value is in `integer`
                    ///< once resolved
  std::vector<ConstantValue> items;
};

enum class Place : uint8_t { Dram, Llc, Sram };
const char *name(Place place);

/// One argument, in signature order.
struct Argument {
  enum class Kind : uint8_t { Pointer, Scalar, Constexpr, Struct, Descriptor, Tuple };
  Kind kind = Kind::Scalar;
  std::string name, typeText;          ///< "*fp32", "i32", "constexpr" ...
  ElementType type = ElementType::I32; ///< of the scalar or the pointee
  bool isUnsigned = false, isConstPointer = false;
  // Pointer
  int64_t elements = 0;
  std::vector<int64_t> shape, strides;
  uint32_t salt = 0;
  std::optional<int64_t> low, high;
  std::optional<std::vector<double>> values; ///< explicit content, flat
  std::string file;                          ///< .npy beside the launch file
  Place place = Place::Dram;
  // Descriptor: block shape of tensordesc<fp16[16, 32]>; `fields` holds its base, a pointer
  // argument, unless `value` names another argument as the base
  std::vector<int64_t> block;
  bool padNan = false; ///< Descriptor: what lies outside reads as NaN ("padding": "nan")
  // Scalar, Constexpr
  ConstantValue value;
  /// Struct, Tuple (an array, "i64[4]", is a tuple of one type); Pointer: the buffers whose
  /// addresses it holds ("pointers")
  std::vector<Argument> fields;
  int64_t pack = 0;             ///< Struct: largest alignment of its fields; 0: natural
  nlohmann::json unknown;       ///< keys not understood, kept on rewrite
};

/// What one argument must hold after the run.
struct Expectation {
  int64_t elements = 0;
  double sum = 0, absSum = 0, weightedSum = 0;
  int64_t nonfinite = 0;
  std::vector<double> samples;     ///< NaN and infinities in kind
  std::optional<double> tolerance; ///< a wider factor, with `reason`
  std::string reason;
  nlohmann::json unknown; ///< keys not understood, kept on rewrite
};

struct Case {
  std::string name;
  double low = -1.0, high = 1.0; ///< float_range
  std::map<std::string, Expectation> expect;
  /// The case has the key "expect". Empty expectations say that the kernel writes nothing, which is
  /// different from not knowing what it writes.
  bool hasExpect = false;
  nlohmann::json unknown; ///< keys not understood, kept on rewrite
};

struct Launch {
  std::string file; ///< path of the launch file; sources are relative to its folder
  std::string source, ttir, function;
  nlohmann::json origin;
  std::vector<std::string> grid; ///< 1 to 3 expressions
  std::map<std::string, ConstantValue> constexprs;
  std::vector<Argument> args;
  std::vector<Case> cases;        ///< at least one; a default case if the file has none
  std::string mapping = "linear"; ///< or round-robin, zigzag, lpt, auto, list
  std::vector<std::vector<int64_t>> mappingLists;
  bool warm = false;
  std::string hardware; ///< path; empty: the default
  nlohmann::json options, configs, unknown;

  /// Absolute path of a file named in the launch file.
  std::string resolve(const std::string &relative) const;
};

tl::expected<Launch, LaunchErrors> loadLaunch(const std::string &path,
                                              LaunchErrors *warnings = nullptr);
tl::expected<Launch, LaunchErrors> parseLaunch(std::string_view json, const std::string &file,
                                               LaunchErrors *warnings = nullptr);
/// The file again, unknown keys included.
std::string toJson(const Launch &launch);

/// Evaluates an integer expression (+ - * // % cdiv min max parentheses, names) over `names`.
tl::expected<int64_t, std::string> evaluateExpression(std::string_view text,
                                                      const std::map<std::string, int64_t> &names);

/// Evaluates every expression of `launch` (constexprs, scalar arguments) into its `integer`; they
/// may refer to each other. Loading does this; do it again after a change. Errors: unknown name,
/// cycle, overflow, division by 0.
LaunchErrors resolveExpressions(Launch &launch);

/// Integer scalars and constexprs of a launch by name: what an expression may refer to.
std::map<std::string, int64_t> expressionNames(const Launch &launch);

/// Element type of Triton's spelling of a scalar type ("fp16", "i32", "u8", "fp8e5" ...). fp8e4b15
/// is i8 in IR.
bool parseElementType(std::string_view spelling, ElementType &type, bool &isUnsigned);

/// Most programs a grid may have in all.
inline constexpr int64_t kMaxPrograms = int64_t{1} << 24;

/// Grid extents (x, y, z) of a launch; names are its integer scalars and constexprs.
tl::expected<std::array<int64_t, 3>, LaunchErrors> evaluateGrid(const Launch &launch);

/// Launches over named buffers that live across them.
struct Sequence {
  struct Step {
    std::string launchFile;
    std::map<std::string, std::string> bind; ///< argument -> buffer
  };
  std::string file;
  std::vector<std::pair<std::string, Argument>> buffers;
  std::vector<Step> steps;
  nlohmann::json unknown;
};
tl::expected<Sequence, LaunchErrors> loadSequence(const std::string &path,
                                                  LaunchErrors *warnings = nullptr);
tl::expected<Sequence, LaunchErrors> parseSequence(std::string_view json, const std::string &file,
                                                   LaunchErrors *warnings = nullptr);

} // namespace charonia::launch
