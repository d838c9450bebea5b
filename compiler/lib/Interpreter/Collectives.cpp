// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program instances that wait for each other: each PE has a state of its own and runs until it
// comes to a step that several PEs do together.
#include "Exec.h"

#include <cstring>
#include <fmt/format.h>

namespace charonia::compiler::interp {

namespace {

/// Bytes that the states of all PEs may take together.
constexpr uint64_t kMaxStateBytes = uint64_t{4} << 30;

const CollectivePayload &payloadOf(const Step &step) {
  return *static_cast<const CollectivePayload *>(step.payload);
}

} // namespace

/// What one PE does.
struct Machine::Worker {
  enum class Mode : uint8_t { Ready, Parked, Ended } mode = Mode::Ready;
  int64_t round = -1;
  uint32_t pc = 0;
  const Step *step = nullptr; ///< at which it is parked
  std::array<int64_t, 3> pid{};
  std::vector<std::byte> arena; ///< its values while others run
};

/// Takes the next program id, if there is one.
bool Machine::beginNext(Worker &worker, int64_t index, int64_t total) {
  int64_t number =
      program::mapPid(mapping, ++worker.round, index, int64_t{peRows} * peColumns, total);
  if (number < 0 || number >= total) {
    worker.mode = Worker::Mode::Ended;
    return false;
  }
  setPid(number);
  worker.pid = pid;
  worker.pc = 0;
  return true;
}

/// Runs a PE until it parks or has no program id left. Returns false if the run failed.
bool Machine::advance(Worker &worker, int64_t index, int64_t total) {
  pe = index;
  std::swap(arena, worker.arena);
  std::byte *before = worker.arena.data();
  // The slots point into the storage that was current.
  for (size_t i = 0; i < slots.size(); ++i) {
    if (code.slots[i].kind == Slot::Kind::Arena) {
      slots[i] = arena.data() + (slots[i] - before);
    }
  }
  pid = worker.pid;
  bool ok = true;
  while (worker.round >= 0 || beginNext(worker, index, total)) {
    parked = nullptr;
    ok = runFrom(code.steps, worker.pc);
    if (!ok) {
      break;
    }
    if (parked) {
      worker.mode = Worker::Mode::Parked;
      worker.step = parked;
      worker.pc = static_cast<uint32_t>(parked - code.steps.data()) + 1;
      break;
    }
    if (!beginNext(worker, index, total)) {
      break;
    }
  }
  std::byte *mine = arena.data();
  std::swap(arena, worker.arena);
  for (size_t i = 0; i < slots.size(); ++i) {
    if (code.slots[i].kind == Slot::Kind::Arena) {
      slots[i] = arena.data() + (slots[i] - mine);
    }
  }
  return ok;
}

/// A barrier opens when every PE that has program ids waits at it.
bool Machine::openBarrier(std::vector<Worker> &workers) {
  bool any = false;
  for (const Worker &worker : workers) {
    bool without = worker.mode == Worker::Mode::Ended && worker.round == 0;
    bool here = worker.mode == Worker::Mode::Parked && payloadOf(*worker.step).barrier;
    if (!without && !here) {
      return false;
    }
    any |= here;
  }
  const int64_t total = grid[0] * grid[1] * grid[2];
  for (Worker &worker : workers) {
    if (worker.mode == Worker::Mode::Parked && total > static_cast<int64_t>(workers.size())) {
      fail(*worker.step, "KC0809",
           fmt::format("{} programs cannot wait for each other on {} PEs: a PE runs its programs "
                       "one after the other",
                       total, workers.size()));
      return true;
    }
    worker.mode = worker.mode == Worker::Mode::Parked ? Worker::Mode::Ready : worker.mode;
  }
  return any;
}

void Machine::reduceLine(const Step &step, std::vector<Worker *> &members) {
  const int64_t size = numerics::byteSize(step.in);
  auto at = [&](Worker &worker, uint32_t slot) {
    return code.slots[slot].kind == Slot::Kind::Arena
               ? worker.arena.data() + (slots[slot] - arena.data())
               : slots[slot];
  };
  const size_t bytes = static_cast<size_t>(step.count * size);
  std::vector<std::byte> sum(bytes);
  std::memcpy(sum.data(), at(*members[0], step.operands[0].slot), bytes);
  for (size_t i = 1; i < members.size(); ++i) {
    numerics::ArrayOperand operands[] = {{sum.data(), 1},
                                         {at(*members[i], step.operands[0].slot), 1}};
    numerics::evaluateArray(step.fn, step.in, step.out, sum.data(), operands,
                            static_cast<size_t>(step.count));
  }
  for (size_t i = 0; i < members.size(); ++i) {
    std::byte *dst = at(*members[i], step.dst);
    if (static_cast<int64_t>(i) == payloadOf(step).root) {
      std::memcpy(dst, sum.data(), bytes);
    } else {
      std::memset(dst, 0, bytes);
    }
    members[i]->mode = Worker::Mode::Ready;
  }
}

/// Combines the tiles of every row (or column) whose PEs all wait for it at one step.
bool Machine::reduceLines(std::vector<Worker> &workers, bool rows) {
  const int lines = rows ? peRows : peColumns, length = rows ? peColumns : peRows;
  bool any = false;
  for (int line = 0; line < lines; ++line) {
    std::vector<Worker *> members;
    for (int i = 0; i < length; ++i) {
      members.push_back(
          &workers[static_cast<size_t>(rows ? line * peColumns + i : i * peColumns + line)]);
    }
    const Step *step = members[0]->step;
    bool together = true;
    for (const Worker *member : members) {
      together &= member->mode == Worker::Mode::Parked && member->step == step;
    }
    if (!together || payloadOf(*step).barrier || payloadOf(*step).row != rows) {
      continue;
    }
    if (payloadOf(*step).root >= length) {
      fail(*step, "KC0810",
           fmt::format("root {} of a reduction over {} PEs", payloadOf(*step).root, length));
      return false;
    }
    reduceLine(*step, members);
    any = true;
  }
  return any;
}

/// Nobody can go on: says who waits where, if anybody does.
bool Machine::stuck(std::vector<Worker> &workers) {
  int64_t waiting = 0, ended = 0;
  const Worker *first = nullptr;
  int64_t firstPe = 0, other = -1;
  for (size_t i = 0; i < workers.size(); ++i) {
    ended += workers[i].mode == Worker::Mode::Ended;
    if (workers[i].mode != Worker::Mode::Parked) {
      continue;
    }
    ++waiting;
    if (!first) {
      first = &workers[i];
      firstPe = static_cast<int64_t>(i);
    } else if (other < 0 && workers[i].step != first->step) {
      other = static_cast<int64_t>(i);
    }
  }
  if (!first) {
    return false;
  }
  pid = first->pid;
  std::string rest =
      other >= 0 ? fmt::format("; PE {} waits at another {}", other,
                               code.places[workers[static_cast<size_t>(other)].step->place].op)
                 : fmt::format("; {} PEs have no program left that comes to it", ended);
  fail(*first->step, "KC0809",
       fmt::format("{} PEs wait for ever: PE {} is at {} in {}{}", waiting, firstPe,
                   code.places[first->step->place].op, programName(), rest));
  return true;
}

bool Machine::runTogether() {
  const int64_t total = grid[0] * grid[1] * grid[2];
  const int64_t numPes = int64_t{peRows} * peColumns;
  if (arena.size() > kMaxStateBytes / static_cast<uint64_t>(numPes)) {
    Step place;
    fail(place, "KC0800", "the values of the kernel are too many to keep for every PE");
    return false;
  }
  std::vector<Worker> workers(static_cast<size_t>(numPes));
  for (Worker &worker : workers) {
    worker.arena = arena; // with what the prologue computed
  }
  for (;;) {
    for (int64_t i = 0; i < numPes; ++i) {
      Worker &worker = workers[static_cast<size_t>(i)];
      if (worker.mode == Worker::Mode::Ready && !advance(worker, i, total)) {
        return false;
      }
    }
    bool rows = reduceLines(workers, true), columns = reduceLines(workers, false);
    if (failed) {
      return false;
    }
    if (!rows && !columns && !openBarrier(workers)) {
      return !stuck(workers);
    }
    if (failed) {
      return false;
    }
  }
}

} // namespace charonia::compiler::interp
