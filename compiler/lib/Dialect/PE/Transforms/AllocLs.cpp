// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass pe-alloc-ls: addresses of buffers, and a checker that does not share the allocator's
// code.
#include "Tokens.h"

#include "charonia/Dialect/PE/Transforms/Passes.h"

using namespace mlir;

namespace charonia::pe {

#define GEN_PASS_DEF_PEALLOCLS
#include "charonia/Dialect/PE/Transforms/Passes.h.inc"

namespace {

LogicalResult checkLimits(ProgramOp program, const arch::DeviceModel &device) {
  int64_t count = 0;
  CbAllocOp first; // the one that is too many
  for (CbAllocOp alloc : program.getBody().getOps<CbAllocOp>()) {
    count += alloc.getSpace() == Space::Ls && !alloc.getResident() ? 1 : 0;
    if (count > device.cb.count && !first) {
      first = alloc;
    }
    if (static_cast<int64_t>(alloc.getReaders().size()) > device.cb.readers) {
      return alloc.emitError() << "KC0302: '" << alloc.getName() << "' is read by "
                               << alloc.getReaders().size() << " units, but a circular buffer has "
                               << device.cb.readers << " read pointers";
    }
  }
  if (count > device.cb.count) {
    return first.emitError() << "KC0302: this kernel needs " << count
                             << " circular buffers, but a PE has " << device.cb.count
                             << "; split it or load fewer tiles at a time. The first that is too "
                                "many is for this tile";
  }
  return success();
}

LogicalResult allocate(ProgramOp program, const arch::DeviceModel &device) {
  int64_t next = 0, nextBank = 0;
  int64_t limit = device.ls.bytes - device.ls.reservedBytes;
  for (CbAllocOp alloc : program.getBody().getOps<CbAllocOp>()) {
    if (alloc.getSpace() == Space::Re) {
      alloc.setBase(nextBank);
      nextBank += banksOf(alloc, device) * alloc.getDepth();
      if (nextBank > device.re.banks) {
        return alloc.emitError() << "KC0303: the accumulators need " << nextBank
                                 << " banks of the reduction engine, but it has " << device.re.banks
                                 << "; use smaller blocks in tl.dot";
      }
      continue;
    }
    alloc.setBase(next);
    next += slotBytesOf(alloc, device) * alloc.getDepth();
  }
  // Groups of one core run one after the other: they share the scratch.
  program.walk([&](VecGroupOp group) {
    if (int64_t bytes = scratchBytesOf(group, device)) {
      group->setAttr(kScratchAttr, DenseI64ArrayAttr::get(group.getContext(), {next, bytes}));
    }
  });
  next += scratchBytesOf(program, device);
  if (next > limit) {
    return program.emitError() << "KC0301: the buffers need " << next
                               << " bytes of local memory, but a PE has " << limit;
  }
  program.setLsBytes(next);
  return success();
}

/// Independent of the allocator: recomputes every range from the tile's type and looks at all
/// pairs.
LogicalResult checkPlaces(ProgramOp program, const arch::DeviceModel &device) {
  struct Range {
    CbAllocOp alloc;
    int64_t begin, end;
  };
  SmallVector<Range> ranges[2];
  for (CbAllocOp alloc : program.getBody().getOps<CbAllocOp>()) {
    if (!alloc.getBase()) {
      return alloc.emitError() << "'" << alloc.getName() << "' has no place";
    }
    auto begin = static_cast<int64_t>(*alloc.getBase());
    bool banks = alloc.getSpace() == Space::Re;
    int64_t extent = 0;
    if (banks) {
      int64_t rows = alloc.getTile().getDimSize(0), columns = alloc.getTile().getDimSize(1);
      extent = -(-rows / device.re.bankRows - (rows % device.re.bankRows != 0)) *
               -(-columns / device.re.bankColumns - (columns % device.re.bankColumns != 0));
    } else {
      int64_t elementBytes = (alloc.getTile().getElementTypeBitWidth() + 7) / 8;
      extent = alloc.getTile().getNumElements() * elementBytes;
      extent += (device.ls.alignment - extent % device.ls.alignment) % device.ls.alignment;
    }
    int64_t end = begin + extent * alloc.getDepth();
    int64_t limit = banks ? device.re.banks : device.ls.bytes - device.ls.reservedBytes;
    if (begin < 0 || end > limit || (!banks && begin % device.ls.alignment != 0)) {
      return alloc.emitError() << "'" << alloc.getName() << "' lies at [" << begin << ", " << end
                               << "), outside or not aligned";
    }
    for (Range &other : ranges[banks]) {
      if (begin < other.end && other.begin < end) {
        return alloc.emitError() << "'" << alloc.getName() << "' overlaps '"
                                 << other.alloc.getName() << "'";
      }
    }
    ranges[banks].push_back({alloc, begin, end});
  }
  return success();
}

struct AllocLsPass : impl::PeAllocLsBase<AllocLsPass> {
  explicit AllocLsPass(compiler::PassContext *context) : m_context(context) {}
  AllocLsPass(const AllocLsPass &other)
      : impl::PeAllocLsBase<AllocLsPass>(other), m_context(other.m_context) {}
  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    getOperation().walk([&](ProgramOp program) {
      if (!context.device) {
        program.emitError("no hardware description is known");
        return signalPassFailure();
      }
      const arch::DeviceModel &device = *context.device;
      if (failed(checkLimits(program, device)) || failed(allocate(program, device)) ||
          failed(checkPlaces(program, device))) {
        return signalPassFailure();
      }
      context.remarks.add(
          "pe-alloc-ls", "ls", program, "local memory allocated", "buffers in order of definition",
          {{"bytes", static_cast<double>(*program.getLsBytes())},
           {"available", static_cast<double>(device.ls.bytes - device.ls.reservedBytes)}});
    });
  }
  compiler::PassContext *m_context;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createPeAllocLsPass(compiler::PassContext *context) {
  return std::make_unique<AllocLsPass>(context);
}

} // namespace charonia::pe
