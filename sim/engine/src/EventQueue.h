// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of everything that happens in a run: events by (cycle, priority, sequence). See
// sim/docs/EventOrder.md for why the priorities are what they are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace charonia::sim {

/// What happens at an event; the value is its priority within a cycle (smaller first).
enum class EventKind : uint8_t {
  Retire = 0,  ///< a command is complete and seen to be: data, counters, wake-ups
  Serve = 1,   ///< a group of broadcast reads is served
  Start = 2,   ///< the head of a unit's queue may start
  Core = 3,    ///< a core acts: issue, vector group, memory, wake-up
  Barrier = 4, ///< a grid barrier opens
};

struct Event {
  uint64_t cycle = 0;
  uint64_t order = 0; ///< priority << 56 | sequence
  uint32_t entity = 0, arg = 0;

  EventKind kind() const { return static_cast<EventKind>(order >> 56); }
};

/// A 4-ary heap of events. Sequence numbers count insertions, so equal keys leave in the order they
/// came; core events are ordered by core instead (a core has at most one pending event), which
/// makes arbitration between PEs go by (cycle, PE).
class EventQueue {
public:
  void push(uint64_t cycle, EventKind kind, uint32_t entity, uint32_t arg = 0) {
    uint64_t sequence = kind == EventKind::Core ? entity : m_sequence++;
    m_heap.push_back({cycle, static_cast<uint64_t>(kind) << 56 | sequence, entity, arg});
    siftUp(m_heap.size() - 1);
  }
  bool empty() const { return m_heap.empty(); }
  size_t size() const { return m_heap.size(); }
  const Event &top() const { return m_heap.front(); }
  Event pop() {
    Event first = m_heap.front();
    Event last = m_heap.back();
    m_heap.pop_back();
    if (!m_heap.empty()) {
      siftDown(last);
    }
    return first;
  }

private:
  static bool before(const Event &a, const Event &b) {
    return a.cycle != b.cycle ? a.cycle < b.cycle : a.order < b.order;
  }
  void siftUp(size_t i) {
    Event event = m_heap[i];
    while (i > 0) {
      size_t parent = (i - 1) / 4;
      if (!before(event, m_heap[parent])) {
        break;
      }
      m_heap[i] = m_heap[parent];
      i = parent;
    }
    m_heap[i] = event;
  }
  void siftDown(const Event &event) {
    size_t i = 0, size = m_heap.size();
    for (;;) {
      size_t first = 4 * i + 1;
      if (first >= size) {
        break;
      }
      size_t best = first, last = std::min(first + 4, size);
      for (size_t c = first + 1; c < last; ++c) {
        if (before(m_heap[c], m_heap[best])) {
          best = c;
        }
      }
      if (!before(m_heap[best], event)) {
        break;
      }
      m_heap[i] = m_heap[best];
      i = best;
    }
    m_heap[i] = event;
  }

  std::vector<Event> m_heap;
  uint64_t m_sequence = 0;
};

} // namespace charonia::sim
