// SPDX-License-Identifier: GPL-3.0-or-later
// A plausible run and plausible IR, made without compiler or simulator: a matmul-like pipeline on
// an 8 x 8 grid with more work for later PEs.
#pragma once

#include "charonia/compiler/Values.h"
#include "charonia/simdata/Trace.h"

namespace charonia::ui::testing {

/// PE p runs `iterations` + p tiles: load two CBs, DPE, drain, store.
inline simdata::TraceRef makeTrace(int rows = 8, int columns = 8, int iterations = 8) {
  using arch::Unit;
  auto trace = std::make_shared<simdata::Trace>();
  trace->rows = rows;
  trace->columns = columns;
  trace->launchCycles = 500;
  trace->kernel = "matmul_kernel";
  trace->hardware = "synthetic";
  const auto cb = [&](const char *name, int depth, Unit producer, std::vector<Unit> readers,
                      std::vector<int64_t> shape) {
    program::CircularBuffer buffer;
    buffer.name = name;
    buffer.depth = depth;
    buffer.producer = producer;
    buffer.readers = std::move(readers);
    buffer.slotBytes = shape[0] * shape[1] * 2;
    buffer.type = numerics::ElementType::F16;
    buffer.shape = std::move(shape);
    buffer.op = static_cast<uint32_t>(trace->cbTable.size() + 1);
    trace->cbTable.push_back(std::move(buffer));
  };
  cb("a", 3, Unit::FiRead, {Unit::Dpe}, {64, 32});
  cb("b", 2, Unit::FiRead, {Unit::Dpe}, {32, 64});
  cb("acc", 1, Unit::Dpe, {Unit::Se}, {64, 64});
  trace->commandNames = {"load a", "load b", "dot", "scale", "store c"};
  trace->commandOps = {1, 2, 3, 4, 5};
  trace->frames = {{"k.py", 10, 5, "matmul_kernel", program::kNone}};
  trace->opFrames.assign(6, 0);
  uint64_t last = 0;
  const auto command = [&](int pe, Unit unit, uint32_t which, uint64_t start, uint64_t length,
                           simdata::StallClass wait, uint32_t waitCb) {
    auto &c = trace->commands;
    c.pe.push_back(static_cast<uint16_t>(pe));
    c.unit.push_back(static_cast<uint8_t>(unit));
    c.command.push_back(which);
    c.issued.push_back(start > 10 ? start - 10 : 0);
    c.started.push_back(start);
    c.ended.push_back(start + length);
    c.bytes.push_back(4096);
    c.waitClass.push_back(static_cast<uint8_t>(wait));
    c.waitCb.push_back(waitCb);
    last = std::max(last, start + length);
  };
  const auto fill = [&](int pe, int which, uint64_t cycle, int filled, int reserved) {
    trace->cbs.pe.push_back(static_cast<uint16_t>(pe));
    trace->cbs.cb.push_back(static_cast<uint16_t>(which));
    trace->cbs.cycle.push_back(cycle);
    trace->cbs.filled.push_back(static_cast<uint16_t>(filled));
    trace->cbs.reserved.push_back(static_cast<uint16_t>(reserved));
  };
  trace->pes.resize(static_cast<size_t>(rows * columns));
  for (int pe = 0; pe < rows * columns; ++pe) {
    uint64_t at = trace->launchCycles + 20;
    simdata::PeTotals &totals = trace->pes[static_cast<size_t>(pe)];
    for (int i = 0; i < iterations + pe; ++i) {
      fill(pe, 0, at, 0, 1);
      command(pe, Unit::FiRead, 0, at, 60, simdata::StallClass::Space, 0);
      fill(pe, 0, at + 60, 1, 1);
      command(pe, Unit::FiRead, 1, at + 60, 40, simdata::StallClass::Port, program::kNone);
      fill(pe, 1, at + 60, 0, 1);
      fill(pe, 1, at + 100, 2, 2);
      command(pe, Unit::Dpe, 2, at + 100, 90, simdata::StallClass::Element, 1);
      fill(pe, 0, at + 190, 0, 0);
      fill(pe, 1, at + 190, 0, 0);
      at += 200;
      totals.units[static_cast<size_t>(Unit::FiRead)].cycles[0] += 100;
      totals.units[static_cast<size_t>(Unit::FiRead)].commands += 2;
      totals.units[static_cast<size_t>(Unit::Dpe)].cycles[0] += 90;
      totals.units[static_cast<size_t>(Unit::Dpe)].commands += 1;
      totals.units[static_cast<size_t>(Unit::Dpe)].cycles[1] += 110;
      totals.dmaReadBytes += 8192;
    }
    fill(pe, 2, at, 1, 1);
    command(pe, Unit::Se, 3, at, 30, simdata::StallClass::Element, 2);
    fill(pe, 2, at + 30, 0, 0);
    command(pe, Unit::FiWrite, 4, at + 30, 50, simdata::StallClass::Element, 2);
    totals.units[static_cast<size_t>(Unit::Se)].cycles[0] = 30;
    totals.units[static_cast<size_t>(Unit::Se)].commands = 1;
    totals.units[static_cast<size_t>(Unit::FiWrite)].cycles[0] = 50;
    totals.units[static_cast<size_t>(Unit::FiWrite)].commands = 1;
    totals.dmaWriteBytes = 8192;
    totals.pids = 1;
    totals.finished = at + 80;
  }
  trace->makespan = last;
  for (simdata::PeTotals &pe : trace->pes) {
    for (simdata::UnitTotals &unit : pe.units) {
      uint64_t sum = 0;
      for (const uint64_t cycles : unit.cycles) {
        sum += cycles;
      }
      unit.cycles[static_cast<size_t>(simdata::StallClass::Launch)] += trace->launchCycles;
      unit.cycles[static_cast<size_t>(simdata::StallClass::Drained)] +=
          trace->makespan - trace->launchCycles - sum;
    }
  }
  trace->resources = {{"dram.channel.0", 1 << 20, 900}, {"sram.slice.3", 1 << 18, 400}};
  trace->events = 12345;
  return trace;
}

/// Three ops, one line each, in a function.
inline compiler::IrText makeIr(const std::string &dotLine = "    %2 = tt.dot %0, %1, %acc : f16") {
  compiler::IrText ir;
  const std::vector<std::string> lines = {"tt.func @matmul_kernel(%a: !tt.ptr<f16>) {",
                                          "    %0 = tt.load %a : f16",
                                          "    %1 = tt.load %b : f16",
                                          dotLine,
                                          "    tt.return",
                                          "}"};
  uint32_t at = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto length = static_cast<uint32_t>(lines[i].size());
    if (i >= 1 && i <= 3) {
      ir.ops.push_back(
          {static_cast<compiler::OpId>(i), at + 4, at + length, static_cast<uint32_t>(i + 1)});
    }
    ir.text += lines[i] + "\n";
    at += length + 1;
  }
  return ir;
}

} // namespace charonia::ui::testing
