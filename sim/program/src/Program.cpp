// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of the enumerators, and the spread of program ids over PEs.
#include "charonia/program/Program.h"

#include "EnumNames.h"

namespace charonia::program {

const char *name(PidMapping::Kind kind) { return enumName(kind); }
const char *name(CbSpace space) { return enumName(space); }
const char *name(TileOp op) { return enumName(op); }
const char *name(AtomicOp op) { return enumName(op); }
const char *name(CommandKind kind) { return enumName(kind); }
const char *name(BroadcastGroup group) { return enumName(group); }
const char *name(Opcode opcode) { return enumName(opcode); }
const char *name(RegisterInit::Kind kind) { return enumName(kind); }

bool findMapping(std::string_view spelling, PidMapping::Kind &kind) {
  return findEnum(spelling, kind);
}

namespace {

int64_t mapLinear(int64_t round, int64_t pe, int64_t numPes, int64_t totalPids) {
  const int64_t each = totalPids / numPes;
  const int64_t extra = totalPids % numPes;
  if (round >= each + (pe < extra ? 1 : 0)) {
    return -1;
  }
  return pe * each + (pe < extra ? pe : extra) + round;
}

int64_t mapRounds(int64_t round, int64_t pe, int64_t numPes, int64_t totalPids) {
  if (round > totalPids / numPes) {
    return -1; // also keeps the product from overflowing
  }
  const int64_t pid = round * numPes + pe;
  return pid < totalPids ? pid : -1;
}

int64_t mapList(const PidMapping &mapping, int64_t round, int64_t pe, int64_t totalPids) {
  if (static_cast<uint64_t>(pe) >= mapping.lists.size()) {
    return -1;
  }
  const std::vector<int64_t> &list = mapping.lists[static_cast<size_t>(pe)];
  if (static_cast<uint64_t>(round) >= list.size()) {
    return -1;
  }
  const int64_t pid = list[static_cast<size_t>(round)];
  return pid >= 0 && pid < totalPids ? pid : -1;
}

} // namespace

int64_t mapPid(const PidMapping &mapping, int64_t round, int64_t pe, int64_t numPes,
               int64_t totalPids) {
  if (round < 0 || pe < 0 || pe >= numPes || totalPids <= 0) {
    return -1;
  }
  switch (mapping.kind) {
  case PidMapping::Kind::Linear:
    return mapLinear(round, pe, numPes, totalPids);
  case PidMapping::Kind::RoundRobin:
    return mapRounds(round, pe, numPes, totalPids);
  case PidMapping::Kind::Zigzag:
    return mapRounds(round, round % 2 == 0 ? pe : numPes - 1 - pe, numPes, totalPids);
  case PidMapping::Kind::List:
    return mapList(mapping, round, pe, totalPids);
  }
  return -1;
}

} // namespace charonia::program
