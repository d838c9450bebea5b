// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exports, decoded again: a small walker for protobuf, a JSON parser for Chrome's format.
#include "charonia/export/TraceExport.h"
#include "SampleTrace.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <map>

using namespace charonia;
using namespace charonia::simdata::test;

namespace {

/// A decoded message: fields by number, in order.
struct Fields {
  std::multimap<uint32_t, uint64_t> numbers;
  std::multimap<uint32_t, std::string> texts;
  bool valid = true;

  uint64_t number(uint32_t field) const {
    auto it = numbers.find(field);
    return it == numbers.end() ? 0 : it->second;
  }
  Fields message(uint32_t field) const;
  std::string text(uint32_t field) const {
    auto it = texts.find(field);
    return it == texts.end() ? "" : it->second;
  }
  bool has(uint32_t field) const { return texts.count(field) > 0; }
};

uint64_t varint(const std::string &bytes, size_t &at, bool &valid) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (at >= bytes.size()) {
      valid = false;
      return 0;
    }
    const auto byte = static_cast<uint8_t>(bytes[at++]);
    value |= uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) {
      return value;
    }
  }
  valid = false;
  return 0;
}

Fields decode(const std::string &bytes) {
  Fields fields;
  for (size_t at = 0; at < bytes.size() && fields.valid;) {
    const uint64_t key = varint(bytes, at, fields.valid);
    const auto field = static_cast<uint32_t>(key >> 3);
    const uint64_t value = varint(bytes, at, fields.valid);
    if ((key & 7) == 0) {
      fields.numbers.emplace(field, value);
    } else if ((key & 7) == 2 && value <= bytes.size() - at) {
      fields.texts.emplace(field, bytes.substr(at, value));
      at += value;
    } else {
      fields.valid = false;
    }
  }
  return fields;
}

Fields Fields::message(uint32_t field) const { return decode(text(field)); }

std::vector<Fields> packetsOf(const std::string &bytes) {
  const Fields trace = decode(bytes);
  EXPECT_TRUE(trace.valid);
  EXPECT_TRUE(trace.numbers.empty());
  std::vector<Fields> packets;
  for (const auto &[field, packet] : trace.texts) {
    EXPECT_EQ(field, 1u);
    packets.push_back(decode(packet));
    EXPECT_TRUE(packets.back().valid);
    EXPECT_EQ(packets.back().number(10), 1u);
  }
  return packets;
}

TEST(Perfetto, TracksAreDescribedOnceAndNested) {
  std::map<uint64_t, Fields> tracks;
  for (const Fields &packet : packetsOf(traceexport::toPerfetto(sampleTrace()))) {
    if (packet.has(60)) {
      const Fields track = packet.message(60);
      EXPECT_TRUE(tracks.emplace(track.number(1), track).second);
    }
  }
  ASSERT_EQ(tracks.size(), 4u); // PE 0, fi.read, dpe, CB x
  std::vector<std::string> threads;
  for (const auto &[uuid, track] : tracks) {
    if (track.has(4)) {
      threads.push_back(track.message(4).text(5));
      EXPECT_EQ(track.number(5), 1u); // parent: PE 0
    } else if (track.has(8)) {
      EXPECT_EQ(track.text(2), "CB x");
    } else {
      EXPECT_EQ(track.message(3).text(6), "PE 0");
    }
  }
  EXPECT_THAT(threads, testing::ElementsAre("fi.read", "dpe"));
}

TEST(Perfetto, SlicesAndCounters) {
  std::vector<std::string> events;
  for (const Fields &packet : packetsOf(traceexport::toPerfetto(sampleTrace()))) {
    if (packet.has(11)) {
      const Fields event = packet.message(11);
      std::string text = std::to_string(packet.number(8));
      const char *kinds[] = {"", " begin ", " end ", "", " counter "};
      text += kinds[event.number(9)] + event.text(23);
      text += event.number(9) == 4 ? std::to_string(event.number(30)) : "";
      events.push_back(text);
    }
  }
  EXPECT_THAT(events, testing::ElementsAre("120 begin load \"x\"", "320 end ", "320 begin dot",
                                           "900 end ", "350 begin load \"x\"", "450 end ",
                                           "120 counter 0", "320 counter 1", "900 counter 0"));
}

TEST(Perfetto, AnnotationsNameTheWaitAndThePlace) {
  for (const Fields &packet : packetsOf(traceexport::toPerfetto(sampleTrace()))) {
    const Fields event = packet.message(11);
    if (event.text(23) != "dot") {
      continue;
    }
    std::map<std::string, std::string> annotations;
    for (auto [it, end] = event.texts.equal_range(4); it != end; ++it) {
      const Fields a = decode(it->second);
      annotations[a.text(10)] = a.has(6) ? a.text(6) : std::to_string(a.number(3));
    }
    EXPECT_EQ(annotations["waited"], "element");
    EXPECT_EQ(annotations["for"], "x");
    EXPECT_EQ(annotations["source"], "k.py:7");
    EXPECT_EQ(annotations["bytes"], "8192");
    return;
  }
  FAIL() << "no dot";
}

TEST(Perfetto, GoldenBytes) {
  simdata::Trace trace;
  trace.rows = trace.columns = 1;
  trace.pes.resize(1);
  trace.makespan = 300;
  trace.commandNames = {"load"};
  trace.commandOps = {program::kNone};
  addCommand(trace, 0, arch::Unit::FiRead, 0, 1, 2, 300, 5, simdata::StallClass::Port);
  std::string hex;
  for (char c : traceexport::toPerfetto(trace)) {
    const char *digits = "0123456789abcdef";
    hex += digits[static_cast<uint8_t>(c) >> 4];
    hex += digits[static_cast<uint8_t>(c) & 15];
  }
  const std::string expected =
      "0a1350016801e2030c08011a0808093204504520300a1c5001e203170882808080102801220d0809"
      "100c2a0766692e726561640a3c400250015a36220a18015206697373756564220918055205627974"
      "6573220e3204706f727452067761697465644801588280808010ba01046c6f61640a0f40ac025001"
      "5a084802588280808010";
  EXPECT_EQ(hex, expected);
}

nlohmann::json chrome(const simdata::Trace &trace) {
  return nlohmann::json::parse(traceexport::toChromeJson(trace));
}

TEST(Chrome, EventsAndNames) {
  const auto json = chrome(sampleTrace());
  std::map<std::string, int> kinds;
  for (const auto &event : json["traceEvents"]) {
    ++kinds[event["ph"]];
  }
  EXPECT_EQ(kinds, (std::map<std::string, int>{{"C", 3}, {"M", 3}, {"X", 3}}));
  const auto &first = json["traceEvents"][3];
  EXPECT_EQ(first["name"], "load \"x\"");
  EXPECT_EQ(first["ts"], 0.12);
  EXPECT_EQ(first["dur"], 0.2);
  EXPECT_EQ(first["args"]["source"], "k.py:7");
  EXPECT_EQ(first["args"]["waited"], "port");
}

TEST(Chrome, AnyTextGivesValidJson) {
  simdata::Trace trace = sampleTrace();
  trace.commandNames[0] = "a\"\\\n\xff{}";
  trace.cbTable[0].name = "\x01";
  EXPECT_TRUE(chrome(trace).is_object());
}

TEST(Export, EmptyTrace) {
  EXPECT_EQ(traceexport::toPerfetto(simdata::Trace()), "");
  EXPECT_TRUE(chrome(simdata::Trace())["traceEvents"].empty());
}

} // namespace
