// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/launch/Layout.h"

#include <algorithm>

namespace charonia::launch {
namespace {

constexpr int64_t kPointerBytes = 8;

std::string partName(const Argument &part, size_t index) {
  return part.name.empty() ? std::to_string(index) : part.name;
}

struct Extent {
  int64_t bytes = 0, alignment = 1;
};

/// Adds the fields of `arg`, which starts at `offset`, and tells its extent. `pack`: of the
/// structure that holds it.
Extent place(const Argument &arg, const std::string &name, int64_t offset,
             std::vector<StructureField> &fields);

Extent placeMembers(const Argument &arg, const std::string &name, int64_t offset, int64_t pack,
                    std::vector<StructureField> &fields) {
  Extent extent;
  for (size_t i = 0; i < arg.fields.size(); ++i) {
    const std::string inner = name + "." + partName(arg.fields[i], i);
    std::vector<StructureField> found;
    const Extent member = place(arg.fields[i], inner, 0, found);
    const int64_t at = alignTo(extent.bytes, member.alignment, pack);
    for (StructureField &field : found) {
      field.offset += offset + at;
      fields.push_back(std::move(field));
    }
    extent.bytes = at + member.bytes;
    const int64_t alignment = pack > 0 ? std::min(member.alignment, pack) : member.alignment;
    extent.alignment = std::max(extent.alignment, alignment);
  }
  extent.bytes = alignTo(extent.bytes, extent.alignment, 0);
  return extent;
}

Extent place(const Argument &arg, const std::string &name, int64_t offset,
             std::vector<StructureField> &fields) {
  switch (arg.kind) {
  case Argument::Kind::Struct:
  case Argument::Kind::Tuple:
    return placeMembers(arg, name, offset, arg.kind == Argument::Kind::Struct ? arg.pack : 0,
                        fields);
  case Argument::Kind::Constexpr:
  case Argument::Kind::Descriptor:
    return {}; // the reader does not let them into a structure
  default:
    break;
  }
  const int64_t bytes = arg.kind == Argument::Kind::Pointer
                            ? kPointerBytes
                            : static_cast<int64_t>(numerics::byteSize(arg.type));
  fields.push_back({&arg, name, offset, bytes});
  return {bytes, bytes};
}

class LeafMaker {
public:
  explicit LeafMaker(const Launch &launch) : m_launch(launch) {}

  std::vector<Leaf> run() {
    for (m_argument = 0; m_argument < m_launch.args.size(); ++m_argument) {
      const Argument &arg = m_launch.args[m_argument];
      if (m_launch.constexprs.count(arg.name) != 0) {
        add(Leaf::Kind::Constant, arg, arg.name).value = m_launch.constexprs.at(arg.name);
      } else {
        visit(arg, arg.name);
      }
    }
    return std::move(m_leaves);
  }

private:
  Leaf &add(Leaf::Kind kind, const Argument &arg, const std::string &name) {
    Leaf leaf;
    leaf.kind = kind;
    leaf.name = name;
    leaf.argument = m_argument;
    leaf.type = arg.type;
    leaf.isUnsigned = arg.isUnsigned;
    leaf.value = arg.value;
    m_leaves.push_back(std::move(leaf));
    return m_leaves.back();
  }

  Leaf &address(const Argument &arg, const std::string &name) {
    Leaf &leaf = add(Leaf::Kind::Address, arg, name);
    leaf.buffer = name;
    leaf.bytes = arg.elements * static_cast<int64_t>(numerics::byteSize(arg.type));
    return leaf;
  }

  void integers(const Argument &arg, const std::string &name, const std::vector<int64_t> &values,
                ElementType type) {
    for (size_t i = 0; i < values.size(); ++i) {
      Leaf &leaf = add(Leaf::Kind::Scalar, arg, name + "." + std::to_string(i));
      leaf.type = type;
      leaf.isUnsigned = false;
      leaf.value = {};
      leaf.value.kind = ConstantValue::Kind::Int;
      leaf.value.integer = values[i];
    }
  }

  void descriptor(const Argument &arg, const std::string &name) {
    if (!arg.fields.empty()) {
      address(arg.fields[0], name);
    } else {
      Leaf &leaf = address(arg, name);
      leaf.buffer = arg.value.text;
      for (const Argument &other : m_launch.args) {
        if (other.name == arg.value.text && other.kind == Argument::Kind::Pointer) {
          leaf.bytes = other.elements * static_cast<int64_t>(numerics::byteSize(other.type));
        }
      }
    }
    integers(arg, name + ".shape", arg.shape, ElementType::I32);
    integers(arg, name + ".strides", arg.strides, ElementType::I64);
  }

  void visit(const Argument &arg, const std::string &name) {
    switch (arg.kind) {
    case Argument::Kind::Pointer:
      address(arg, name);
      break;
    case Argument::Kind::Scalar:
      add(Leaf::Kind::Scalar, arg, name);
      break;
    case Argument::Kind::Constexpr:
      add(Leaf::Kind::Constant, arg, name);
      break;
    case Argument::Kind::Descriptor:
      descriptor(arg, name);
      break;
    case Argument::Kind::Struct: {
      Leaf &leaf = address(arg, name);
      leaf.type = ElementType::I8;
      leaf.bytes = layoutOf(arg).bytes;
      leaf.structure = &arg;
      break;
    }
    case Argument::Kind::Tuple:
      for (size_t i = 0; i < arg.fields.size(); ++i) {
        visit(arg.fields[i], name + "." + partName(arg.fields[i], i));
      }
      break;
    }
  }

  const Launch &m_launch;
  size_t m_argument = 0;
  std::vector<Leaf> m_leaves;
};

} // namespace

int64_t alignTo(int64_t offset, int64_t alignment, int64_t pack) {
  const int64_t unit = std::max<int64_t>(1, pack > 0 ? std::min(alignment, pack) : alignment);
  return (offset + unit - 1) / unit * unit;
}

StructureLayout layoutOf(const Argument &structure) {
  StructureLayout layout;
  const Extent extent = place(structure, structure.name, 0, layout.fields);
  layout.bytes = extent.bytes;
  layout.alignment = extent.alignment;
  return layout;
}

std::vector<Leaf> leavesOf(const Launch &launch) { return LeafMaker(launch).run(); }

} // namespace charonia::launch
