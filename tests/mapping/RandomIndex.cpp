// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomIndex.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace charonia::mapping {

RandomIndex::RandomIndex(uint64_t seed) : m_random(seed) {
  m_rows = pick(0, 2) == 0 ? 1 : int64_t{1} << pick(0, 4);
  m_columns = int64_t{1} << pick(0, 6);
  m_programs = pick(1, 5);
  m_rowBlock = pick(0, 3) == 0 ? pick(0, 9) : m_rows;
  m_columnBlock = pick(0, 3) == 0 ? pick(0, 70) : m_columns;
  m_index = randomIndex();
  for (int64_t i = pick(0, 2); i > 0; --i) {
    static const char *const kPredicates[] = {"slt", "sle", "sgt", "sge", "eq", "slt", "slt"};
    Bound bound;
    // Often a part of the index, as where a mask keeps it from being negative or too large.
    bound.node = pick(0, 2) == 0 ? randomDigit()
                 : pick(0, 1) == 0
                     ? static_cast<size_t>(pick(0, static_cast<int64_t>(m_nodes.size()) - 1))
                     : randomFlat();
    bound.predicate = kPredicates[pick(0, 6)];
    bound.number = pick(0, 3) == 0 ? pick(0, 300) : pickFactor() * pick(0, 8);
    m_masks.push_back(bound);
  }
}

int64_t RandomIndex::pick(int64_t low, int64_t high) {
  return low + static_cast<int64_t>(m_random() % static_cast<uint64_t>(high - low + 1));
}

/// Divisors as kernels have them: powers of two, and numbers that no tile is a multiple of.
int64_t RandomIndex::pickFactor() {
  static constexpr int64_t kFactors[] = {1, 2, 4, 8,  16, 32, 64, 128, 3,
                                         5, 6, 7, 12, 24, 48, 49, 96};
  return kFactors[pick(0, static_cast<int64_t>(std::size(kFactors)) - 1)];
}

size_t RandomIndex::make(Node node) {
  m_nodes.push_back(node);
  return m_nodes.size() - 1;
}

/// Lanes, blocks of lanes, sums of them; seldom negative.
size_t RandomIndex::randomFlat() {
  switch (pick(0, 5)) {
  case 0:
    return make({Kind::Row});
  case 1:
    return make({Kind::Column});
  case 2: {
    size_t lanes = make({pick(0, 1) ? Kind::Row : Kind::Column});
    return make({Kind::Add, 0, make({Kind::Scale, pickFactor(), lanes}),
                 make({Kind::Constant, pick(0, 9)})});
  }
  case 3: {
    size_t flat = make({Kind::Flat, pick(0, 2)});
    return make({Kind::Add, 0, flat, make({Kind::Constant, -pickFactor()})});
  }
  default:
    return make({Kind::Flat, pick(0, 2)});
  }
}

size_t RandomIndex::randomDigit() {
  size_t node = randomFlat();
  for (int64_t depth = pick(0, 3); depth > 0; --depth) {
    node = make({pick(0, 1) ? Kind::Divide : Kind::Rest, pickFactor(), node});
  }
  return node;
}

size_t RandomIndex::randomIndex() {
  size_t node = make({Kind::Constant, pick(0, 5)});
  // Often digits of one flat index, as flattened kernels have them.
  size_t shared = randomFlat();
  int64_t q = pickFactor(), r = pickFactor();
  for (int64_t terms = pick(1, 4); terms > 0; --terms) {
    size_t term = 0;
    switch (pick(0, 5)) {
    case 0:
      term = make({Kind::Divide, q, shared});
      break;
    case 1:
      term = make({Kind::Rest, q, shared});
      break;
    case 2:
      term = make({Kind::Rest, r, make({Kind::Divide, q, shared})});
      break;
    case 3:
      term = make({Kind::Divide, r, make({Kind::Divide, q, shared})});
      break;
    case 4:
      term = randomFlat();
      break;
    default:
      term = randomDigit();
      break;
    }
    int64_t scale = pick(0, 3) == 0 ? pick(0, 70) : pickFactor();
    node = make({Kind::Add, 0, node, make({Kind::Scale, scale, term})});
  }
  return node;
}

int64_t RandomIndex::evaluate(size_t index, const Lane &lane) const {
  const Node &node = m_nodes[index];
  switch (node.kind) {
  case Kind::Row:
    return lane.row;
  case Kind::Column:
    return lane.column;
  case Kind::Flat: // of one dimension or both, of the program's block
    return node.number == 0   ? lane.pid * m_rowBlock + lane.row
           : node.number == 1 ? lane.pid * m_columnBlock + lane.column
                              : (lane.pid * m_rowBlock + lane.row) * m_columns + lane.column;
  case Kind::Constant:
    return node.number;
  case Kind::Add:
    return evaluate(node.left, lane) + evaluate(node.right, lane);
  case Kind::Scale:
    return node.number * evaluate(node.left, lane);
  case Kind::Divide:
    return evaluate(node.left, lane) / node.number;
  case Kind::Rest:
    return evaluate(node.left, lane) % node.number;
  }
  return 0;
}

bool RandomIndex::isOn(const Lane &lane) const {
  return std::all_of(m_masks.begin(), m_masks.end(), [&](const Bound &bound) {
    int64_t value = evaluate(bound.node, lane);
    return bound.predicate == "slt"   ? value < bound.number
           : bound.predicate == "sle" ? value <= bound.number
           : bound.predicate == "sgt" ? value > bound.number
           : bound.predicate == "sge" ? value >= bound.number
                                      : value == bound.number;
  });
}

std::string RandomIndex::emit(size_t index, std::string &text, int &next) const {
  const Node &node = m_nodes[index];
  const std::string type = fmt::format("tensor<{}x{}xi32>", m_rows, m_columns);
  auto op = [&](const std::string &operation) {
    std::string name = fmt::format("%v{}", next++);
    text += fmt::format("  {} = {} : {}\n", name, operation, type);
    return name;
  };
  auto constant = [&](int64_t number) {
    return op(fmt::format("arith.constant dense<{}>", number));
  };
  switch (node.kind) {
  case Kind::Row:
    return "%rows";
  case Kind::Column:
    return "%columns";
  case Kind::Flat: {
    if (node.number == 1) {
      return op("arith.addi %columnBase, %columns");
    }
    std::string row = op("arith.addi %rowBase, %rows");
    if (node.number == 0) {
      return row;
    }
    std::string scaled = op(fmt::format("arith.muli {}, {}", row, constant(m_columns)));
    return op(fmt::format("arith.addi {}, %columns", scaled));
  }
  case Kind::Constant:
    return constant(node.number);
  case Kind::Add: {
    std::string a = emit(node.left, text, next), b = emit(node.right, text, next);
    return op(fmt::format("arith.addi {}, {}", a, b));
  }
  default: {
    std::string a = emit(node.left, text, next), b = constant(node.number);
    const char *name = node.kind == Kind::Scale    ? "arith.muli"
                       : node.kind == Kind::Divide ? "arith.divsi"
                                                   : "arith.remsi";
    return op(fmt::format("{} {}, {}", name, a, b));
  }
  }
}

std::string RandomIndex::text(bool isStore, const std::string &name) const {
  const std::string shape = fmt::format("{}x{}x", m_rows, m_columns);
  std::string text = fmt::format("tt.func public @{}(%p: !tt.ptr<f32>) {{\n", name);
  text += "  %pid = tt.get_program_id x : i32\n";
  auto lanes = [&](const char *what, int64_t extent, int axis, int64_t block) {
    std::string thin = axis == 1 ? fmt::format("{}x1x", extent) : fmt::format("1x{}x", extent);
    text += fmt::format(
        "  %{0}r = tt.make_range {{end = {1} : i32, start = 0 : i32}} : tensor<{1}xi32>\n"
        "  %{0}e = tt.expand_dims %{0}r {{axis = {2} : i32}} : tensor<{1}xi32> -> tensor<{3}i32>\n"
        "  %{0}s = tt.broadcast %{0}e : tensor<{3}i32> -> tensor<{4}i32>\n"
        "  %{0}c = arith.constant {5} : i32\n"
        "  %{0}p = arith.muli %pid, %{0}c : i32\n"
        "  %{0}Base = tt.splat %{0}p : i32 -> tensor<{4}i32>\n",
        what, extent, axis, thin, shape, block);
  };
  lanes("row", m_rows, 1, m_rowBlock);
  lanes("column", m_columns, 0, m_columnBlock);
  int next = 0;
  std::string body;
  std::string index = emit(m_index, body, next), mask;
  for (const Bound &bound : m_masks) {
    std::string value = emit(bound.node, body, next);
    std::string limit = fmt::format("%v{}", next++), compare = fmt::format("%v{}", next++);
    body += fmt::format("  {0} = arith.constant dense<{1}> : tensor<{2}i32>\n"
                        "  {3} = arith.cmpi {4}, {5}, {0} : tensor<{2}i32>\n",
                        limit, bound.number, shape, compare, bound.predicate, value);
    if (!mask.empty()) {
      std::string both = fmt::format("%v{}", next++);
      body += fmt::format("  {} = arith.andi {}, {} : tensor<{}i1>\n", both, mask, compare, shape);
      compare = both;
    }
    mask = compare;
  }
  text += body;
  text += fmt::format("  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<{0}!tt.ptr<f32>>\n"
                      "  %q = tt.addptr %ps, {1} : tensor<{0}!tt.ptr<f32>>, tensor<{0}i32>\n",
                      shape, index);
  const std::string tail = mask.empty() ? "" : ", " + mask;
  if (isStore) {
    text += fmt::format("  %f = arith.constant dense<1.0> : tensor<{0}f32>\n"
                        "  tt.store %q, %f{1} : tensor<{0}!tt.ptr<f32>>\n",
                        shape, tail);
  } else {
    text += fmt::format("  %l = tt.load %q{1} : tensor<{0}!tt.ptr<f32>>\n", shape, tail);
  }
  return text + "  tt.return\n}\n";
}

} // namespace charonia::mapping
