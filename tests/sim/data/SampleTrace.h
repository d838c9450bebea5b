// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small trace by hand: two PEs, three commands, one CB.
#pragma once

#include "charonia/simdata/Trace.h"

namespace charonia::simdata::test {

inline void addCommand(Trace &t, uint16_t pe, Unit unit, uint32_t command, uint64_t issued,
                       uint64_t started, uint64_t ended, uint32_t bytes, StallClass wait,
                       uint32_t waitCb = program::kNone) {
  CommandColumns &c = t.commands;
  c.pe.push_back(pe);
  c.unit.push_back(static_cast<uint8_t>(unit));
  c.command.push_back(command);
  c.issued.push_back(issued);
  c.started.push_back(started);
  c.ended.push_back(ended);
  c.bytes.push_back(bytes);
  c.waitClass.push_back(static_cast<uint8_t>(wait));
  c.waitCb.push_back(waitCb);
}

inline void addFill(Trace &t, uint16_t pe, uint16_t cb, uint64_t cycle, uint16_t filled,
                    uint16_t reserved) {
  t.cbs.pe.push_back(pe);
  t.cbs.cb.push_back(cb);
  t.cbs.cycle.push_back(cycle);
  t.cbs.filled.push_back(filled);
  t.cbs.reserved.push_back(reserved);
}

inline Trace sampleTrace() {
  Trace t;
  t.makespan = 1000;
  t.launchCycles = 100;
  t.rows = 1;
  t.columns = 2;
  t.kernel = "copy";
  t.hardware = "MTIA-2i";
  t.events = 9;
  t.commandNames = {"load \"x\"", "dot"};
  t.commandOps = {0, 1};
  t.commandRuns = {2, 1};
  t.opFrames = {0, 0};
  t.frames = {{"k.py", 7, 3, "k", program::kNone}};
  program::CircularBuffer cb;
  cb.name = "x";
  cb.slotBytes = 4096;
  cb.depth = 2;
  cb.shape = {32, 32};
  cb.readers = {Unit::Dpe};
  t.cbTable = {cb};
  t.pes.resize(2);
  t.pes[0].finished = 900;
  t.pes[0].pids = 1;
  t.pes[0].dmaReadBytes = 8192;
  t.pes[0].dmaRequests = 32;
  t.pes[0].units[size_t(Unit::FiRead)].commands = 2;
  t.pes[0].units[size_t(Unit::FiRead)].cycles = {300, 0, 50, 20, 430, 0, 0, 100, 100};
  t.pes[1].finished = 500;
  t.resources = {{"sram.slice.0", 8192, 64.5}, {"dram.channel.0", 0, 0}};
  addCommand(t, 0, Unit::FiRead, 0, 110, 120, 320, 4096, StallClass::Port);
  addCommand(t, 0, Unit::Dpe, 1, 115, 320, 900, 8192, StallClass::Element, 0);
  addCommand(t, 0, Unit::FiRead, 0, 330, 350, 450, 4096, StallClass::Space, 0);
  addFill(t, 0, 0, 120, 0, 1);
  addFill(t, 0, 0, 320, 1, 1);
  addFill(t, 0, 0, 900, 0, 0);
  return t;
}

} // namespace charonia::simdata::test
