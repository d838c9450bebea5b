// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A trace as Perfetto's TrackEvent protobuf: a process per PE, a thread track per unit, a counter
// track per CB. Numbers of fields are those of perfetto's trace.proto.
#include "Protobuf.h"
#include "TraceView.h"
#include "charonia/export/TraceExport.h"

#include <fmt/format.h>

namespace charonia::traceexport {
namespace {

using simdata::Trace;

// Trace.packet; TracePacket
constexpr uint32_t kPacket = 1, kTimestamp = 8, kSequenceId = 10, kTrackEvent = 11,
                   kSequenceFlags = 13, kTrackDescriptor = 60;
// TrackDescriptor, ProcessDescriptor, ThreadDescriptor
constexpr uint32_t kUuid = 1, kName = 2, kProcess = 3, kThread = 4, kParentUuid = 5, kCounter = 8;
constexpr uint32_t kProcessPid = 1, kProcessName = 6;
constexpr uint32_t kThreadPid = 1, kThreadTid = 2, kThreadName = 5;
// TrackEvent, DebugAnnotation
constexpr uint32_t kAnnotations = 4, kType = 9, kTrackUuid = 11, kEventName = 23,
                   kCounterValue = 30;
constexpr uint32_t kAnnotationUint = 3, kAnnotationString = 6, kAnnotationName = 10;
constexpr uint64_t kSliceBegin = 1, kSliceEnd = 2, kCounterEvent = 4;
constexpr uint64_t kFirstOfSequence = 1; // SEQ_INCREMENTAL_STATE_CLEARED

// Ids of processes and threads share one space in viewers: a process takes its own and one a unit.
uint64_t processId(uint64_t pe) { return (pe + 1) * (arch::kNumUnits + 1); }
uint64_t threadId(uint64_t pe, uint64_t unit) { return processId(pe) + 1 + unit; }

uint64_t processUuid(uint64_t pe) { return pe + 1; }
uint64_t unitUuid(uint64_t pe, uint64_t unit) {
  return (uint64_t{1} << 32) + pe * arch::kNumUnits + unit;
}
uint64_t bufferUuid(uint64_t pe, uint64_t cb) { return (uint64_t{2} << 32) + (pe << 16) + cb; }

class PerfettoWriter {
public:
  explicit PerfettoWriter(const Trace &trace) : m_trace(trace) {}

  std::string run() {
    describeTracks();
    writeCommands();
    writeBuffers();
    return m_out.data();
  }

private:
  void describe(const Message &track) {
    Message packet;
    packet.varint(kSequenceId, 1);
    if (m_out.data().empty()) {
      packet.varint(kSequenceFlags, kFirstOfSequence);
    }
    packet.message(kTrackDescriptor, track);
    m_out.message(kPacket, packet);
  }

  void describeTracks() {
    const auto units = unitsOf(m_trace);
    const auto buffers = buffersOf(m_trace);
    std::set<uint64_t> pes;
    for (const auto &[pe, unit] : units) {
      pes.insert(pe);
    }
    for (const auto &[pe, cb] : buffers) {
      pes.insert(pe);
    }
    for (uint64_t pe : pes) {
      const std::string name = fmt::format("PE {}", pe);
      Message process;
      process.varint(kProcessPid, processId(pe)).bytes(kProcessName, name);
      describe(Message().varint(kUuid, processUuid(pe)).message(kProcess, process));
    }
    for (const auto &[pe, unit] : units) {
      Message thread;
      thread.varint(kThreadPid, processId(pe))
          .varint(kThreadTid, threadId(pe, unit))
          .bytes(kThreadName, arch::name(static_cast<arch::Unit>(unit)));
      describe(Message()
                   .varint(kUuid, unitUuid(pe, unit))
                   .varint(kParentUuid, processUuid(pe))
                   .message(kThread, thread));
    }
    for (const auto &[pe, cb] : buffers) {
      describe(Message()
                   .varint(kUuid, bufferUuid(pe, cb))
                   .varint(kParentUuid, processUuid(pe))
                   .bytes(kName, "CB " + bufferName(m_trace, cb))
                   .message(kCounter, Message()));
    }
  }

  void event(uint64_t cycle, const Message &trackEvent) {
    Message packet;
    packet.varint(kTimestamp, cycle).varint(kSequenceId, 1).message(kTrackEvent, trackEvent);
    m_out.message(kPacket, packet);
  }

  Message begin(uint32_t row) const {
    const simdata::CommandColumns &c = m_trace.commands;
    Message event;
    const auto number = [&](const char *name, uint64_t value) {
      event.message(kAnnotations,
                    Message().varint(kAnnotationUint, value).bytes(kAnnotationName, name));
    };
    const auto text = [&](const char *name, const std::string &value) {
      if (!value.empty()) {
        event.message(kAnnotations,
                      Message().bytes(kAnnotationString, value).bytes(kAnnotationName, name));
      }
    };
    number("issued", c.issued[row]);
    number("bytes", c.bytes[row]);
    text("waited", simdata::name(static_cast<simdata::StallClass>(c.waitClass[row])));
    text("for", c.waitCb[row] == program::kNone ? "" : bufferName(m_trace, c.waitCb[row]));
    text("source", placeOf(m_trace, c.command[row]));
    event.varint(kType, kSliceBegin)
        .varint(kTrackUuid, unitUuid(c.pe[row], c.unit[row]))
        .bytes(kEventName, commandName(m_trace, c.command[row]));
    return event;
  }

  void writeCommands() {
    const simdata::CommandColumns &c = m_trace.commands;
    for (uint32_t row : commandOrder(m_trace)) {
      event(c.started[row], begin(row));
      event(
          c.ended[row],
          Message().varint(kType, kSliceEnd).varint(kTrackUuid, unitUuid(c.pe[row], c.unit[row])));
    }
  }

  void writeBuffers() {
    const simdata::CbColumns &c = m_trace.cbs;
    for (uint32_t row : bufferOrder(m_trace)) {
      event(c.cycle[row], Message()
                              .varint(kType, kCounterEvent)
                              .varint(kTrackUuid, bufferUuid(c.pe[row], c.cb[row]))
                              .varint(kCounterValue, c.filled[row]));
    }
  }

  const Trace &m_trace;
  Message m_out;
};

} // namespace

std::string toPerfetto(const Trace &trace) { return PerfettoWriter(trace).run(); }

} // namespace charonia::traceexport
