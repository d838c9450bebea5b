// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A trace in Chrome's JSON format, written event by event: complete events for commands, counters
// for CBs, metadata for names. Times are in microseconds there; one cycle is a nanosecond.
#include "TraceView.h"
#include "charonia/export/TraceExport.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>

namespace charonia::traceexport {
namespace {

using simdata::Trace;

/// A text with quotes, valid whatever it holds.
std::string quoted(const std::string &text) {
  return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

/// Cycles as microseconds, exactly.
std::string micros(uint64_t cycles) {
  return fmt::format("{}.{:03}", cycles / 1000, cycles % 1000);
}

class ChromeWriter {
public:
  explicit ChromeWriter(const Trace &trace) : m_trace(trace) {}

  std::string run() {
    m_out = "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"kernel\":" + quoted(m_trace.kernel) +
            ",\"hardware\":" + quoted(m_trace.hardware) + "},\"traceEvents\":[";
    writeNames();
    writeCommands();
    writeBuffers();
    m_out += "\n]}\n";
    return std::move(m_out);
  }

private:
  template <typename... Args>
  void event(fmt::format_string<Args...> format, Args &&...args) {
    m_out += m_first ? "\n" : ",\n";
    m_first = false;
    fmt::format_to(std::back_inserter(m_out), format, std::forward<Args>(args)...);
  }

  void writeNames() {
    int last = -1;
    for (const auto &[pe, unit] : unitsOf(m_trace)) {
      if (pe != last) {
        event(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":"PE {}"}}}})", pe, pe);
        last = pe;
      }
      event(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}}}})", pe, unit,
            quoted(arch::name(static_cast<arch::Unit>(unit))));
    }
  }

  void writeCommands() {
    const simdata::CommandColumns &c = m_trace.commands;
    for (uint32_t row : commandOrder(m_trace)) {
      std::string args =
          fmt::format(R"("issued":{},"bytes":{},"waited":{})", c.issued[row], c.bytes[row],
                      quoted(simdata::name(static_cast<simdata::StallClass>(c.waitClass[row]))));
      if (c.waitCb[row] != program::kNone) {
        args += ",\"for\":" + quoted(bufferName(m_trace, c.waitCb[row]));
      }
      const std::string place = placeOf(m_trace, c.command[row]);
      if (!place.empty()) {
        args += ",\"source\":" + quoted(place);
      }
      const uint64_t duration = c.ended[row] > c.started[row] ? c.ended[row] - c.started[row] : 0;
      event(R"({{"ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":{},"args":{{{}}}}})", c.pe[row],
            c.unit[row], micros(c.started[row]), micros(duration),
            quoted(commandName(m_trace, c.command[row])), args);
    }
  }

  void writeBuffers() {
    const simdata::CbColumns &c = m_trace.cbs;
    for (uint32_t row : bufferOrder(m_trace)) {
      event(R"({{"ph":"C","pid":{},"ts":{},"name":{},"args":{{"filled":{},"reserved":{}}}}})",
            c.pe[row], micros(c.cycle[row]), quoted("CB " + bufferName(m_trace, c.cb[row])),
            c.filled[row], c.reserved[row] > c.filled[row] ? c.reserved[row] - c.filled[row] : 0);
    }
  }

  const Trace &m_trace;
  std::string m_out;
  bool m_first = true;
};

} // namespace

std::string toChromeJson(const Trace &trace) { return ChromeWriter(trace).run(); }

} // namespace charonia::traceexport
