// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/Support/MemoryCosts.h"

#include <algorithm>
#include <cmath>

namespace charonia::compiler {

double sramShare(const arch::DeviceModel &device) {
  return device.sram.slices * device.sram.bytesPerCyclePerSlice / device.grid.numPes();
}

double memoryLatency(const arch::DeviceModel &device) {
  return device.sram.readLatency + device.noc.hopLatency * device.grid.columns;
}

double portCycles(double pieces, double pieceBytes, double portBytes) {
  return pieces * std::max(1.0, pieceBytes / portBytes);
}

double transferCycles(const TransferShape &shape, double portBytes, double scalarCycles,
                      const arch::DeviceModel &device) {
  const double pieces = std::max(1.0, shape.pieces), rows = std::max(1.0, shape.rows);
  const double port = portCycles(pieces, shape.bytes / pieces, portBytes);
  const double granule = device.fi.granule;
  const double rowBytes = std::ceil(shape.bytes / rows / granule) * granule;
  const double packets = rows * std::ceil(rowBytes / device.fi.packetBytes);
  const double inFlight = packets * memoryLatency(device) / device.fi.packets;
  const double shared = rows * rowBytes / sramShare(device);
  const double setup =
      shape.commands * device.fi.setup + (shape.indexed ? device.ls.unitLatency : 0);
  const double issue =
      shape.commands * (device.cp.issue + device.cp.registerWrites * device.cp.registerWrite);
  return std::max(setup + std::max({port, inFlight, shared}), issue + scalarCycles);
}

double elementCycles(double elements, bool isStore, const arch::DeviceModel &device) {
  const double inFlight =
      std::max(1, isStore ? device.scalar.storesInFlight : device.scalar.loadsInFlight);
  return elements * memoryLatency(device) / inFlight;
}

double takingCycles(double elements, const arch::DeviceModel &device) {
  return elements / std::max(1, device.vector.gatherElementsPerCycle);
}

double integerCycles(double elements, unsigned bits, bool divides,
                     const arch::DeviceModel &device) {
  const double registers = std::ceil(elements * bits / device.vector.vlenBits);
  return registers * (divides ? device.vector.divPerRegister : 1);
}

double handoverCycles(const arch::DeviceModel &device) {
  return device.vector.loadLatency + device.vector.intLatency + device.ls.unitLatency +
         device.cp.issue + device.cp.registerWrites * device.cp.registerWrite +
         device.cp.dependencyCheck + device.cp.wakeUp;
}

} // namespace charonia::compiler
