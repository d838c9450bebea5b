// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Validation of tile programs: every value is defined once and before use, and every instruction's
// types and shapes fit.
#include "EnumNames.h"
#include "FnTyping.h"
#include "Validator.h"

#include <algorithm>

namespace charonia::program {
namespace {

using Shape = std::vector<int64_t>;

class TileChecker {
public:
  TileChecker(const Program &program, const TileProgram &tile, Findings &found)
      : m_program(program), m_tile(tile), m_found(found), m_defined(tile.values.size(), false) {}

  void run() {
    for (size_t i = 0; i < m_tile.values.size(); ++i) {
      checkShape(m_tile.values[i].shape, fmt::format("values[{}].shape", i), m_found);
    }
    for (TileId input : m_tile.inputs) {
      define(input, "inputs");
    }
    for (size_t i = 0; i < m_tile.insts.size(); ++i) {
      Findings::Scope scope(m_found, fmt::format("insts[{}]", i));
      checkInst(m_tile.insts[i]);
    }
    for (TileId output : m_tile.outputs) {
      use(output, "outputs");
    }
    for (size_t i = 0; i < m_tile.passes.size(); ++i) {
      Findings::Scope scope(m_found, fmt::format("passes[{}]", i));
      checkPass(m_tile.passes[i]);
    }
  }

private:
  void checkPass(const VectorPass &pass) {
    for (size_t i = 0; i < pass.insts.size(); ++i) {
      m_found.require(pass.insts[i] < m_tile.insts.size(), "insts", "there is no instruction {}",
                      pass.insts[i]);
      m_found.require(i == 0 || pass.insts[i - 1] < pass.insts[i], "insts", "not ascending");
    }
    for (const auto *list : {&pass.loads, &pass.spills, &pass.kept}) {
      for (TileId id : *list) {
        m_found.require(id < m_defined.size(), "values", "there is no value {}", id);
      }
    }
    m_found.require(pass.live >= 0, "live", "must not be negative");
    m_found.require(pass.lmul >= 1 && pass.lmul <= kMaxLmul && (pass.lmul & (pass.lmul - 1)) == 0,
                    "lmul", "must be a power of two up to {}", kMaxLmul);
  }

  bool define(TileId id, const char *member) {
    if (!m_found.require(id < m_defined.size(), member, "there is no value {}", id)) {
      return false;
    }
    if (!m_found.require(!m_defined[id], member, "value {} is defined twice", id)) {
      return false;
    }
    m_defined[id] = true;
    return true;
  }

  bool use(TileId id, const char *member) {
    return m_found.require(id < m_defined.size(), member, "there is no value {}", id) &&
           m_found.require(m_defined[id], member, "value {} is used before it is defined", id);
  }

  void checkInst(const TileInst &inst) {
    m_found.require(inst.opId == kNone || inst.opId < m_program.opFrames.size(), "opId",
                    "there is no op {}", inst.opId);
    bool sound = true;
    for (TileId operand : inst.operands) {
      sound &= operand == kNone || use(operand, "operands");
    }
    for (TileId result : inst.results) {
      sound &= define(result, "results");
    }
    m_inst = &inst;
    if (sound && checkCounts()) {
      checkTypes();
    }
  }

  /// The numbers of operands and results, and which operands must be given.
  bool checkCounts() {
    struct Counts {
      size_t least, most, given, results;
    };
    const size_t many = 1000;
    Counts counts{1, 1, 1, 1};
    switch (m_inst->op) {
    case TileOp::LoadCb:
    case TileOp::Splat:
    case TileOp::Constant:
    case TileOp::Iota:
      counts = {0, 0, 0, 1};
      break;
    case TileOp::StoreCb:
    case TileOp::ToScalar:
    case TileOp::Assert:
      counts = {1, 1, 1, 0};
      break;
    case TileOp::Elementwise:
      counts = {operandsOf(m_inst->fn), operandsOf(m_inst->fn), operandsOf(m_inst->fn), 1};
      break;
    case TileOp::Join:
    case TileOp::GatherIndex:
      counts = {2, 2, 2, 1};
      break;
    case TileOp::SliceExtract:
    case TileOp::StoreSlice:
      counts = {1, many, many, 1};
      break;
    case TileOp::SliceInsert:
      counts = {2, many, many, 1};
      break;
    case TileOp::Cat:
      counts = {2, many, many, 1};
      break;
    case TileOp::Reduce:
    case TileOp::Scan:
      counts = {1, many, many, m_inst->operands.size()};
      break;
    case TileOp::Dot:
    case TileOp::AtomicCas:
      counts = {3, 3, 3, 1};
      break;
    case TileOp::Histogram:
      counts = {1, 2, 1, 1};
      break;
    case TileOp::LoadGlobal:
      counts = {1, 3, 1, 1};
      break;
    case TileOp::StoreGlobal:
      counts = {2, 3, 2, 0};
      break;
    case TileOp::AtomicRmw:
      counts = {2, 3, 2, 1};
      break;
    case TileOp::Print:
      counts = {0, many, many, 0};
      break;
    default:
      break;
    }
    const auto &operands = m_inst->operands;
    bool holds =
        m_found.require(operands.size() >= counts.least && operands.size() <= counts.most,
                        "operands", "{} has {} operands", enumName(m_inst->op), operands.size());
    for (size_t i = 0; i < std::min(operands.size(), counts.given); ++i) {
      holds &= m_found.require(operands[i] != kNone, "operands", "operand {} must be given", i);
    }
    // An atomic whose old value nobody wants has no result.
    const bool atomic = m_inst->op == TileOp::AtomicRmw || m_inst->op == TileOp::AtomicCas;
    holds &= m_found.require(
        m_inst->results.size() == counts.results || (atomic && m_inst->results.empty()), "results",
        "{} has {} results", enumName(m_inst->op), m_inst->results.size());
    return holds;
  }

  bool given(size_t i) const { return i < m_inst->operands.size() && m_inst->operands[i] != kNone; }
  const TileValue &operand(size_t i) const { return m_tile.values[m_inst->operands[i]]; }
  const TileValue &result(size_t i = 0) const { return m_tile.values[m_inst->results[i]]; }

  template <typename... Args>
  bool require(bool holds, fmt::format_string<Args...> format, Args &&...args) {
    return m_found.require(holds, "", format, std::forward<Args>(args)...);
  }

  static std::string text(const TileValue &value) { return shown(value.type, value.shape); }

  /// Operand i must have the type and the shape.
  void requireOperand(size_t i, ElementType type, const Shape &shape) {
    require(operand(i).type == type && operand(i).shape == shape, "operand {} is {}, not {}", i,
            text(operand(i)), shown(type, shape));
  }

  void requireResult(ElementType type, const Shape &shape) {
    require(result().type == type && result().shape == shape, "the result is {}, not {}",
            text(result()), shown(type, shape));
  }

  /// Whether a view of `from` covers `to`: a scalar, or extents equal or 1.
  static bool broadcasts(const Shape &from, const Shape &to) {
    if (from.empty()) {
      return true;
    }
    return from.size() == to.size() &&
           std::equal(from.begin(), from.end(), to.begin(),
                      [](int64_t a, int64_t b) { return a == b || a == 1; });
  }

  void requireBroadcasts(size_t i, const Shape &to) {
    require(broadcasts(operand(i).shape, to), "operand {} of shape {} does not broadcast to {}", i,
            text(operand(i)), fmt::join(to, "x"));
  }

  void requireMask(size_t i, const Shape &shape) {
    if (given(i)) {
      require(operand(i).type == ElementType::I1, "operand {}, the mask, is {}", i,
              text(operand(i)));
      requireBroadcasts(i, shape);
    }
  }

  bool requireAxis(size_t rank) {
    return m_found.require(m_inst->axis >= 0 && size_t(m_inst->axis) < rank, "axis",
                           "{} of {} dimensions", m_inst->axis, rank);
  }

  void checkTypes() {
    switch (m_inst->op) {
    case TileOp::LoadCb:
    case TileOp::StoreCb:
    case TileOp::Splat:
    case TileOp::Constant:
    case TileOp::Print:
      return; // types are those of the buffers: see the commands
    case TileOp::Iota:
      require(!numerics::isFloat(result().type), "the result is {}", text(result()));
      requireAxis(result().shape.size());
      return;
    case TileOp::Elementwise:
      return checkElementwise();
    case TileOp::Broadcast:
      require(operand(0).type == result().type, "{} to {}", text(operand(0)), text(result()));
      return requireBroadcasts(0, result().shape);
    case TileOp::Reshape:
      require(operand(0).type == result().type &&
                  elementsOf(operand(0).shape) == elementsOf(result().shape),
              "{} to {}", text(operand(0)), text(result()));
      return;
    case TileOp::Permute:
      return checkPermute();
    case TileOp::Join:
    case TileOp::SplitLeft:
    case TileOp::SplitRight:
      return checkJoinAndSplit();
    case TileOp::Cat:
      return checkCat();
    case TileOp::Reduce:
    case TileOp::Scan:
      return checkReduce();
    case TileOp::Dot:
      return checkDot();
    case TileOp::GatherIndex:
      return checkGather();
    case TileOp::Histogram:
      require(!numerics::isFloat(operand(0).type) && operand(0).shape.size() == 1 &&
                  result().shape.size() == 1 && !numerics::isFloat(result().type),
              "counts {} into {}", text(operand(0)), text(result()));
      return requireMask(1, operand(0).shape);
    case TileOp::LoadGlobal:
    case TileOp::StoreGlobal:
    case TileOp::AtomicRmw:
    case TileOp::AtomicCas:
      return checkMemory();
    case TileOp::ToScalar:
      require(elementsOf(operand(0).shape) == 1, "operand 0 is {}, not one element",
              text(operand(0)));
      return;
    case TileOp::Assert:
      require(!numerics::isFloat(operand(0).type), "operand 0 is {}", text(operand(0)));
      return;
    case TileOp::SliceExtract:
      return checkSlice(operand(0), result(), 1);
    case TileOp::SliceInsert:
      requireResult(operand(0).type, operand(0).shape);
      return checkSlice(operand(0), operand(1), 2);
    case TileOp::StoreSlice:
      return checkSlice(result(), operand(0), 1);
    }
  }

  void checkElementwise() {
    const bool select = m_inst->fn == Fn::Select;
    const size_t first = select ? 1 : 0;
    if (select) {
      require(operand(0).type == ElementType::I1, "the condition is {}", text(operand(0)));
    }
    const std::string problem = checkFnTypes(m_inst->fn, operand(first).type, result().type);
    require(problem.empty(), "{}", problem);
    for (size_t i = 0; i < m_inst->operands.size(); ++i) {
      requireBroadcasts(i, result().shape);
      require(i < first || operand(i).type == operand(first).type,
              "operand {} is {}, another one {}", i, text(operand(i)), text(operand(first)));
    }
  }

  void checkPermute() {
    const Shape &from = operand(0).shape;
    if (!m_found.require(isPermutation(m_inst->permutation, from.size()), "permutation",
                         "not one of {} dimensions", from.size())) {
      return;
    }
    Shape to;
    for (int64_t dimension : m_inst->permutation) {
      to.push_back(from[static_cast<size_t>(dimension)]);
    }
    requireResult(operand(0).type, to);
  }

  void checkJoinAndSplit() {
    Shape shape = operand(0).shape;
    if (m_inst->op == TileOp::Join) {
      requireOperand(1, operand(0).type, shape);
      shape.push_back(2);
    } else {
      if (!require(!shape.empty() && shape.back() == 2, "the last dimension of {} is not 2",
                   text(operand(0)))) {
        return;
      }
      shape.pop_back();
    }
    requireResult(operand(0).type, shape);
  }

  void checkCat() {
    Shape shape = operand(0).shape;
    if (!require(!shape.empty(), "operand 0 has no dimension")) {
      return;
    }
    int64_t rows = 0;
    for (size_t i = 0; i < m_inst->operands.size(); ++i) {
      shape[0] = operand(i).shape.empty() ? 0 : operand(i).shape[0];
      requireOperand(i, operand(0).type, shape);
      rows += std::clamp<int64_t>(shape[0], 0, kMaxTileElements);
    }
    shape[0] = rows;
    requireResult(operand(0).type, shape);
  }

  void checkReduce() {
    const Shape &from = operand(0).shape;
    if (!requireAxis(from.size())) {
      return;
    }
    Shape to = from;
    if (m_inst->op == TileOp::Reduce) {
      to.erase(to.begin() + m_inst->axis);
    }
    for (size_t i = 0; i < m_inst->operands.size(); ++i) {
      require(operand(i).shape == from, "operand {} is {}, operand 0 {}", i, text(operand(i)),
              text(operand(0)));
      require(result(i).type == operand(i).type && result(i).shape == to, "result {} is {}, not {}",
              i, text(result(i)), shown(operand(i).type, to));
    }
    checkBody();
  }

  /// The combining body: 2N inputs and N outputs of rank 0, computed by functions alone. As it has
  /// no reductions itself, bodies cannot be recursive.
  void checkBody() {
    if (!m_found.require(m_inst->body < m_program.tilePrograms.size(), "body",
                         "there is no tile program {}", m_inst->body)) {
      return;
    }
    const TileProgram &body = m_program.tilePrograms[m_inst->body];
    const size_t n = m_inst->operands.size();
    if (!m_found.require(body.inputs.size() == 2 * n && body.outputs.size() == n, "body",
                         "{} inputs and {} outputs combine {} values", body.inputs.size(),
                         body.outputs.size(), n)) {
      return;
    }
    for (size_t i = 0; i < 3 * n; ++i) {
      const TileId id = i < 2 * n ? body.inputs[i] : body.outputs[i - 2 * n];
      if (id < body.values.size()) {
        m_found.require(body.values[id].type == operand(i % n).type, "body",
                        "value {} is {}, what is combined {}", id, text(body.values[id]),
                        text(operand(i % n)));
      }
    }
    for (const TileValue &value : body.values) {
      m_found.require(value.shape.empty(), "body", "the body has a value {}", text(value));
    }
    for (const TileInst &inst : body.insts) {
      m_found.require(inst.op == TileOp::Elementwise || inst.op == TileOp::Constant, "body",
                      "{} in a combining body", enumName(inst.op));
    }
  }

  void checkDot() {
    const Shape &a = operand(0).shape, &b = operand(1).shape, &c = operand(2).shape;
    const size_t rank = c.size();
    if (!require((rank == 2 || rank == 3) && a.size() == rank && b.size() == rank,
                 "operands of rank {}, {} and {}", a.size(), b.size(), rank)) {
      return;
    }
    const size_t m = rank - 2, n = rank - 1;
    require(a[m] == c[m] && b[n] == c[n] && a[n] == b[m] &&
                (rank == 2 || (a[0] == c[0] && b[0] == c[0])),
            "{} times {} plus {}", text(operand(0)), text(operand(1)), text(operand(2)));
    require(operand(0).type == operand(1).type && accumulates(operand(0).type, operand(2).type),
            "{} times {} plus {}", text(operand(0)), text(operand(1)), text(operand(2)));
    requireResult(operand(2).type, c);
  }

  static bool accumulates(ElementType in, ElementType acc) {
    if (in == ElementType::F64) {
      return acc == ElementType::F64;
    }
    return in == ElementType::I8 ? acc == ElementType::I32
                                 : numerics::isFloat(in) && acc == ElementType::F32;
  }

  void checkGather() {
    const Shape &from = operand(0).shape, &index = operand(1).shape;
    require(!numerics::isFloat(operand(1).type), "the index is {}", text(operand(1)));
    requireResult(operand(0).type, index);
    if (!requireAxis(from.size()) || !require(from.size() == index.size(), "{} gathered by {}",
                                              text(operand(0)), text(operand(1)))) {
      return;
    }
    for (size_t d = 0; d < from.size(); ++d) {
      require(int64_t(d) == m_inst->axis || index[d] <= from[d],
              "the index exceeds dimension {} of {}", d, text(operand(0)));
    }
  }

  void checkMemory() {
    require(operand(0).type == ElementType::I64, "the address is {}", text(operand(0)));
    const Shape &shape = operand(0).shape;
    const bool store = m_inst->op == TileOp::StoreGlobal;
    const bool cas = m_inst->op == TileOp::AtomicCas;
    if (!store && !m_inst->results.empty()) {
      require(result().shape == shape, "the result is {} for addresses {}", text(result()),
              text(operand(0)));
    }
    if (m_inst->op == TileOp::LoadGlobal) {
      requireMask(1, shape);
      if (given(2)) {
        require(operand(2).type == result().type, "operand 2 is {}", text(operand(2)));
        requireBroadcasts(2, shape);
      }
      return;
    }
    requireBroadcasts(1, shape);
    if (cas) {
      requireBroadcasts(2, shape);
      require(operand(2).type == operand(1).type, "operand 2 is {}", text(operand(2)));
    } else {
      requireMask(2, shape);
    }
    if (!store && !m_inst->results.empty()) {
      require(result().type == operand(1).type, "the result is {}", text(result()));
    }
    if (m_inst->op == TileOp::AtomicRmw) {
      const bool anyType = m_inst->atomic == AtomicOp::Exchange;
      const bool forFloats = m_inst->atomic == AtomicOp::FAdd;
      m_found.require(anyType || forFloats == numerics::isFloat(operand(1).type), "atomic",
                      "{} of {}", enumName(m_inst->atomic), text(operand(1)));
    }
  }

  /// `first`: the operand with which dynamic offsets begin.
  void checkSlice(const TileValue &tile, const TileValue &part, size_t first) {
    const Shape &whole = tile.shape;
    const Shape &offsets = m_inst->permutation;
    const Shape &strides = m_inst->strides;
    const size_t dynamic = m_inst->operands.size() - first;
    if (!require(dynamic == 0 || dynamic == whole.size(), "{} dynamic offsets for {} dimensions",
                 dynamic, whole.size()) ||
        !require(strides.empty() || strides.size() == whole.size(), "{} strides for {} dimensions",
                 strides.size(), whole.size())) {
      return;
    }
    for (size_t i = first; i < m_inst->operands.size(); ++i) {
      require(operand(i).shape.empty() && !numerics::isFloat(operand(i).type), "offset {} is {}",
              i - first, text(operand(i)));
    }
    require(part.type == tile.type, "a slice {} of {}", text(part), text(tile));
    if (!require(part.shape.size() == whole.size() && offsets.size() == whole.size(),
                 "a slice {} of {} at {} offsets", text(part), text(tile), offsets.size())) {
      return;
    }
    for (size_t d = 0; d < whole.size(); ++d) {
      const int64_t stride = strides.empty() ? 1 : strides[d];
      require(stride >= 1 && stride <= whole[d] && offsets[d] >= 0 && offsets[d] < whole[d] &&
                  part.shape[d] <= (whole[d] - 1 - offsets[d]) / stride + 1,
              "dimension {} of the slice leaves {}", d, text(tile));
    }
  }

  const Program &m_program;
  const TileProgram &m_tile;
  Findings &m_found;
  std::vector<bool> m_defined;
  const TileInst *m_inst = nullptr;
};

} // namespace

void checkTilePrograms(const Program &program, Findings &found) {
  for (size_t i = 0; i < program.tilePrograms.size(); ++i) {
    Findings::Scope scope(found, fmt::format("tilePrograms[{}]", i));
    TileChecker(program, program.tilePrograms[i], found).run();
  }
}

} // namespace charonia::program
