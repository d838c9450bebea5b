// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/launch/Memory.h"

#include "Fill.h"
#include "charonia/launch/Layout.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace charonia::launch {
namespace {

constexpr std::byte kGuardPattern{0xa5};

int64_t alignUp(int64_t value, int64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}
int spaceOf(uint64_t address) { return (address & kScratchBit) != 0 ? 1 : 0; }
int64_t offsetOf(uint64_t address) { return static_cast<int64_t>(address & ~kScratchBit); }

} // namespace

/// One buffer to be laid out.
struct MemoryImage::Request {
  const Argument *argument;
  Buffer buffer;
  std::string path;
  double low, high;
};

namespace {

/// True for what holds addresses of other buffers: a structure, or a list of pointers.
bool holdsAddresses(const Argument &arg) {
  return arg.kind == Argument::Kind::Struct ||
         (arg.kind == Argument::Kind::Pointer && !arg.fields.empty());
}

std::string partName(const Argument &part, size_t index) {
  return part.name.empty() ? std::to_string(index) : part.name;
}

/// The bytes of a structure, as a buffer after those of its pointers.
template <class Request>
Request structureRequest(const Argument &arg, int index, const std::string &name,
                         const std::string &path) {
  Buffer buffer;
  buffer.name = name;
  buffer.argument = index;
  buffer.type = ElementType::I8;
  buffer.elements = layoutOf(arg).bytes;
  return {&arg, buffer, path, 0, 0};
}

/// Pointers of an argument, those within structs, tuples and descriptors included.
template <class Request>
void collect(std::vector<Request> &requests, const Argument &arg, int index,
             const std::string &name, const std::string &path, double low, double high,
             bool inStructure = false) {
  if (arg.kind == Argument::Kind::Pointer) {
    for (size_t i = 0; i < arg.fields.size(); ++i) {
      collect(requests, arg.fields[i], index, name + "." + partName(arg.fields[i], i),
              path + "/pointers/" + std::to_string(i), low, high);
    }
    Buffer buffer;
    buffer.name = name;
    buffer.argument = index;
    buffer.type = arg.type;
    buffer.isUnsigned = arg.isUnsigned;
    buffer.elements = arg.elements;
    buffer.place = arg.place;
    requests.push_back({&arg, buffer, path, low, high});
    return;
  }
  for (size_t i = 0; i < arg.fields.size(); ++i) {
    const Argument &field = arg.fields[i];
    if (arg.kind == Argument::Kind::Descriptor) {
      collect(requests, field, index, name, path + "/base", low, high);
    } else {
      const std::string part = partName(field, i);
      const char *key = arg.kind == Argument::Kind::Struct ? "/fields/" : "/items/";
      collect(requests, field, index, name + "." + part, path + key + std::to_string(i), low, high,
              inStructure || arg.kind == Argument::Kind::Struct);
    }
  }
  if (arg.kind == Argument::Kind::Struct && !inStructure) {
    requests.push_back(structureRequest<Request>(arg, index, name, path));
  }
}

/// The bits of a scalar of a structure, in its own type.
uint64_t scalarBits(const Argument &arg) {
  const bool isFloat = arg.value.kind == ConstantValue::Kind::Float;
  if (numerics::isFloat(arg.type)) {
    return numerics::fromDouble(arg.type, isFloat ? arg.value.number
                                                  : static_cast<double>(arg.value.integer));
  }
  return arg.value.kind == ConstantValue::Kind::Bool ? uint64_t{arg.value.boolean}
                                                     : static_cast<uint64_t>(arg.value.integer);
}

uint64_t addressOf(const std::string &name, const std::vector<Buffer> &buffers) {
  const auto found = std::find_if(buffers.begin(), buffers.end(),
                                  [&](const Buffer &buffer) { return buffer.name == name; });
  return found == buffers.end() ? 0 : found->address;
}

/// Writes a structure's fields; pointers are the addresses of the buffers of their names. What lies
/// between the fields is zero.
void writeStructure(std::byte *bytes, const Argument &structure, const std::string &name,
                    const std::vector<Buffer> &buffers) {
  const StructureLayout layout = layoutOf(structure);
  std::memset(bytes, 0, static_cast<size_t>(layout.bytes));
  for (const StructureField &field : layout.fields) {
    if (field.field->kind != Argument::Kind::Pointer) {
      numerics::storeElement(field.field->type, bytes + field.offset, 0, scalarBits(*field.field));
      continue;
    }
    // The layout's names begin with the structure's own name.
    numerics::storeElement(ElementType::I64, bytes + field.offset, 0,
                           addressOf(name + field.name.substr(structure.name.size()), buffers));
  }
}

/// Writes what holds addresses of other buffers.
void writeAddresses(std::byte *bytes, const Argument &arg, const std::string &name,
                    const std::vector<Buffer> &buffers) {
  if (arg.kind == Argument::Kind::Struct) {
    writeStructure(bytes, arg, name, buffers);
    return;
  }
  for (size_t i = 0; i < arg.fields.size(); ++i) {
    const uint64_t address = addressOf(name + "." + partName(arg.fields[i], i), buffers);
    numerics::storeElement(ElementType::I64, bytes, static_cast<int64_t>(i), address);
  }
}

} // namespace

tl::expected<MemoryImage, LaunchErrors> MemoryImage::create(const Launch &launch, size_t caseIndex,
                                                            const arch::DeviceModel &device) {
  if (caseIndex >= launch.cases.size()) {
    return tl::unexpected(LaunchErrors{
        {launch.file, "/cases", fmt::format("there is no case {}", caseIndex), 0, false}});
  }
  std::vector<Request> requests;
  const Case &item = launch.cases[caseIndex];
  for (size_t i = 0; i < launch.args.size(); ++i) {
    collect(requests, launch.args[i], static_cast<int>(i), launch.args[i].name,
            "/args/" + std::to_string(i), item.low, item.high);
  }
  return layOut(std::move(requests), device, launch.file);
}

tl::expected<MemoryImage, LaunchErrors> MemoryImage::create(const Sequence &sequence,
                                                            const arch::DeviceModel &device) {
  std::vector<Request> requests;
  const Case standard;
  for (const auto &[name, argument] : sequence.buffers) {
    collect(requests, argument, -1, name, "/buffers/" + name, standard.low, standard.high);
  }
  return layOut(std::move(requests), device, sequence.file);
}

tl::expected<MemoryImage, LaunchErrors> MemoryImage::layOut(std::vector<Request> requests,
                                                            const arch::DeviceModel &device,
                                                            const std::string &file) {
  MemoryImage image;
  const int64_t alignment = std::max<int64_t>(1, device.addressAlignment);
  image.m_alignment = alignment;
  image.m_guardBytes = std::max<int64_t>(1, device.guardBytes);
  const auto fail = [&](const std::string &path, const std::string &message) {
    return tl::unexpected(LaunchErrors{{file, path, message, 0, false}});
  };
  int64_t end[2] = {image.m_guardBytes, image.m_guardBytes};
  int64_t total = 0;
  for (Request &request : requests) {
    Buffer &buffer = request.buffer;
    const auto elementBytes = static_cast<int64_t>(numerics::byteSize(buffer.type));
    if (buffer.elements > kMaxBufferBytes / elementBytes ||
        (total += buffer.elements * elementBytes) > kMaxBufferBytes) {
      return fail(
          request.path + "/elements",
          fmt::format("{} elements of {} make more than the limit of {} GiB for all buffers",
                      buffer.elements, request.argument->typeText, kMaxBufferBytes >> 30));
    }
    buffer.bytes = buffer.elements * elementBytes;
    const int space = buffer.place == Place::Sram ? 1 : 0;
    const int64_t offset = alignUp(end[space], alignment);
    buffer.address = static_cast<uint64_t>(offset) | (space != 0 ? kScratchBit : 0);
    end[space] = offset + buffer.bytes + image.m_guardBytes;
    if (space != 0 && end[1] > device.sram.bytes) {
      return fail(request.path + "/place",
                  fmt::format("the buffers in sram need {} bytes; there are {}", end[1],
                              device.sram.bytes));
    }
  }
  for (int space = 0; space < 2; ++space) {
    image.m_bytes[space].assign(static_cast<size_t>(end[space]), kGuardPattern);
  }
  for (const Request &request : requests) {
    image.m_owned.push_back(request.buffer);
  }
  for (const Request &request : requests) {
    const Argument &argument = *request.argument;
    const std::span<std::byte> bytes(image.m_bytes[spaceOf(request.buffer.address)].data() +
                                         offsetOf(request.buffer.address),
                                     static_cast<size_t>(request.buffer.bytes));
    if (holdsAddresses(argument)) {
      writeAddresses(bytes.data(), argument, request.buffer.name, image.m_owned);
    } else if (argument.values) {
      if (static_cast<int64_t>(argument.values->size()) != argument.elements) {
        return fail(request.path + "/values",
                    "has another number of values than the buffer has elements");
      }
      fillValues(bytes, argument);
    } else if (!argument.file.empty()) {
      const std::filesystem::path npy(argument.file);
      const auto full = npy.is_absolute() ? npy : std::filesystem::path(file).parent_path() / npy;
      if (const std::string problem = readNpy(full.string(), argument, bytes); !problem.empty()) {
        return fail(request.path + "/file", problem);
      }
    } else {
      fillBuffer(bytes, argument, request.low, request.high);
    }
  }
  image.m_buffers = image.m_owned;
  image.m_laidOut = image.m_owned.size();
  image.m_end = image.m_bytes[0].size();
  return image;
}

void MemoryImage::dropStructures() {
  m_owned.resize(m_laidOut);
  m_bytes[0].resize(m_end);
}

LaunchErrors MemoryImage::bind(const Launch &launch,
                               const std::map<std::string, std::string> &bind) {
  LaunchErrors errors;
  dropStructures();
  std::vector<Request> requests;
  for (size_t i = 0; i < launch.args.size(); ++i) {
    collect(requests, launch.args[i], static_cast<int>(i), launch.args[i].name,
            "/args/" + std::to_string(i), 0, 0);
  }
  std::vector<Buffer> seen;
  std::vector<bool> bound(m_owned.size(), false);
  for (const auto &[argument, buffer] : bind) {
    const bool known = std::any_of(requests.begin(), requests.end(),
                                   [&](const Request &r) { return r.buffer.name == argument; });
    if (!known) {
      errors.push_back({launch.file, "/args",
                        fmt::format("the launch has no pointer argument '{}' to bind", argument), 0,
                        false});
    }
  }
  for (const Request &request : requests) {
    if (holdsAddresses(*request.argument)) {
      continue; // has its own memory, made below
    }
    const auto entry = bind.find(request.buffer.name);
    const std::string &wanted = entry == bind.end() ? request.buffer.name : entry->second;
    const auto owned = std::find_if(m_owned.begin(), m_owned.end(),
                                    [&](const Buffer &b) { return b.name == wanted; });
    if (owned == m_owned.end()) {
      errors.push_back({launch.file, request.path,
                        fmt::format("the argument '{}' is bound to no buffer", request.buffer.name),
                        0, false});
      continue;
    }
    if (owned->type != request.buffer.type || owned->elements < request.buffer.elements) {
      errors.push_back(
          {launch.file, request.path,
           fmt::format("the argument '{}' needs {} elements of {}; the buffer '{}' has {} of {}",
                       request.buffer.name, request.buffer.elements,
                       numerics::name(request.buffer.type), wanted, owned->elements,
                       numerics::name(owned->type)),
           0, false});
      continue;
    }
    Buffer view = *owned;
    view.name = request.buffer.name;
    view.argument = request.buffer.argument;
    seen.push_back(view);
    bound[static_cast<size_t>(owned - m_owned.begin())] = true;
  }
  if (!errors.empty()) {
    return errors;
  }
  std::vector<Buffer> structures;
  for (const Request &request : requests) {
    if (holdsAddresses(*request.argument)) {
      structures.push_back(addStructure(*request.argument, request.buffer, seen));
    }
  }
  seen.insert(seen.end(), structures.begin(), structures.end());
  for (size_t i = 0; i < bound.size(); ++i) {
    if (!bound[i]) {
      seen.push_back(m_owned[i]);
      seen.back().argument = -1;
    }
  }
  m_buffers = std::move(seen);
  return errors;
}

Buffer MemoryImage::addStructure(const Argument &structure, Buffer buffer,
                                 const std::vector<Buffer> &pointers) {
  std::vector<std::byte> &space = m_bytes[0];
  buffer.bytes = buffer.elements * static_cast<int64_t>(numerics::byteSize(buffer.type));
  const int64_t offset = alignUp(static_cast<int64_t>(space.size()), m_alignment);
  space.resize(static_cast<size_t>(offset + buffer.bytes + m_guardBytes), kGuardPattern);
  buffer.address = static_cast<uint64_t>(offset);
  writeAddresses(space.data() + offset, structure, buffer.name, pointers);
  m_owned.push_back(buffer);
  return buffer;
}

const Buffer *MemoryImage::find(uint64_t address) const {
  // Owned buffers of one space ascend, in argument order; few enough to walk, but kernels have many
  // accesses.
  for (const Buffer &buffer : m_buffers) {
    if (address - buffer.address < static_cast<uint64_t>(buffer.bytes)) {
      return &buffer;
    }
  }
  return nullptr;
}

const std::byte *MemoryImage::data(uint64_t address, int64_t bytes) const {
  const Buffer *buffer = find(address);
  if (buffer == nullptr || bytes < 0 ||
      bytes > buffer->bytes - static_cast<int64_t>(address - buffer->address)) {
    return nullptr;
  }
  return m_bytes[spaceOf(address)].data() + offsetOf(address);
}

std::byte *MemoryImage::data(uint64_t address, int64_t bytes) {
  return const_cast<std::byte *>(static_cast<const MemoryImage *>(this)->data(address, bytes));
}

std::span<const std::byte> MemoryImage::contents(const Buffer &buffer) const {
  return {m_bytes[spaceOf(buffer.address)].data() + offsetOf(buffer.address),
          static_cast<size_t>(buffer.bytes)};
}

std::string MemoryImage::describe(uint64_t address) const {
  const Buffer *nearest = nullptr;
  uint64_t distance = UINT64_MAX;
  bool before = false;
  for (const Buffer &buffer : m_buffers) {
    if (spaceOf(buffer.address) != spaceOf(address)) {
      continue;
    }
    const uint64_t end = buffer.address + static_cast<uint64_t>(buffer.bytes);
    const auto elementBytes = static_cast<uint64_t>(numerics::byteSize(buffer.type));
    if (address >= buffer.address && address < end) {
      const uint64_t offset = address - buffer.address;
      const std::string rest =
          offset % elementBytes != 0 ? fmt::format(" + {} bytes", offset % elementBytes) : "";
      return fmt::format("{}[{}]{}", buffer.name, offset / elementBytes, rest);
    }
    const uint64_t gap = address < buffer.address ? buffer.address - address : address - end;
    if (gap < distance) {
      nearest = &buffer;
      distance = gap;
      before = address < buffer.address;
    }
  }
  const char *space = spaceOf(address) != 0 ? "scratch SRAM" : "DRAM";
  if (nearest == nullptr) {
    return fmt::format("address {:#x}, where no buffer is ({})", address, space);
  }
  const auto elementBytes = static_cast<int64_t>(numerics::byteSize(nearest->type));
  const auto offset = static_cast<int64_t>(address - nearest->address);
  const int64_t index =
      offset >= 0 ? offset / elementBytes : -((-offset + elementBytes - 1) / elementBytes);
  return before ? fmt::format("{}[{}], {} bytes before its start", nearest->name, index, distance)
                : fmt::format("{}[{}], {} bytes after its end", nearest->name, index, distance);
}

std::vector<std::string> MemoryImage::damagedGuards() const {
  std::vector<std::string> damaged;
  for (int space = 0; space < 2; ++space) {
    const std::vector<std::byte> &bytes = m_bytes[space];
    int64_t at = 0;
    std::string last;
    const auto check = [&](int64_t end, const std::string &name) {
      const auto begin = bytes.begin() + at, stop = bytes.begin() + end;
      if (std::any_of(begin, stop, [](std::byte b) { return b != kGuardPattern; })) {
        damaged.push_back(last.empty() ? name : last);
      }
    };
    for (const Buffer &buffer : m_owned) {
      if (spaceOf(buffer.address) == space) {
        check(offsetOf(buffer.address), buffer.name);
        at = offsetOf(buffer.address) + buffer.bytes;
        last = buffer.name;
      }
    }
    check(static_cast<int64_t>(bytes.size()), last);
  }
  return damaged;
}

} // namespace charonia::launch
