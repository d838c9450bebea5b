// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control flow that carries the bases of tiles as scalars beside them.
#include "AccessAnalysis.h"
#include "KernelConverter.h"

using namespace mlir;

namespace charonia::tile {

KernelConverter::Extras KernelConverter::extrasOf(Operation *op) const {
  Extras extras;
  const llvm::MapVector<Value, Companion> &known = m_accesses->tensors().companions();
  auto find = [&](Value tile) {
    auto it = known.find(tile);
    return it == known.end() ? nullptr : &it->second;
  };
  extras.regions.resize(op->getNumRegions());
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [argument, result] : llvm::zip_equal(loop.getRegionIterArgs(), loop.getResults())) {
      if (const Companion *companion = find(argument)) {
        extras.operands.emplace_back(argument, companion->sources[0]);
        extras.regions[0].arguments.push_back(argument);
        extras.regions[0].yielded.emplace_back(argument, companion->sources[1]);
        extras.results.push_back(result);
      }
    }
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (Value result : branch.getResults()) {
      if (const Companion *companion = find(result)) {
        extras.regions[0].yielded.emplace_back(result, companion->sources[0]);
        extras.regions[1].yielded.emplace_back(result, companion->sources[1]);
        extras.results.push_back(result);
      }
    }
  } else if (auto round = dyn_cast<scf::WhileOp>(op)) {
    for (BlockArgument argument : round.getBeforeArguments()) {
      if (const Companion *companion = find(argument)) {
        extras.operands.emplace_back(argument, companion->sources[0]);
        extras.regions[0].arguments.push_back(argument);
        extras.regions[1].yielded.emplace_back(argument, companion->sources[1]);
      }
    }
    for (auto [argument, result] : llvm::zip_equal(round.getAfterArguments(), round.getResults())) {
      const Companion *companion = find(argument);
      companion = companion ? companion : find(result);
      if (companion) {
        extras.regions[0].yielded.emplace_back(argument, companion->sources[0]);
        extras.regions[1].arguments.push_back(argument);
        extras.results.push_back(result);
      }
    }
  }
  return extras;
}

Value KernelConverter::emitCompanion(Value tile, const Poly &poly, Operation *at,
                                     OpBuilder &builder) {
  // Exact or modulo the type's range, as the tile's elements are.
  Type element = getElementTypeOrSelf(convertType(tile.getType()));
  Value value = emitValue(poly, at, builder);
  return value.getType() == element
             ? value
             : builder.create<arith::TruncIOp>(helper(at), element, value).getResult();
}

LogicalResult KernelConverter::convertRegion(Block &from, Block &to, const Extras::OfRegion &extras,
                                             OpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  for (BlockArgument argument : from.getArguments()) {
    m_map.map(argument, to.addArgument(convertType(argument.getType()), argument.getLoc()));
  }
  for (Value tile : extras.arguments) {
    Type element = getElementTypeOrSelf(convertType(tile.getType()));
    m_companions[tile] = to.addArgument(element, tile.getLoc());
  }
  builder.setInsertionPointToEnd(&to);
  for (Operation &op : from.without_terminator()) {
    if (failed(convertOp(&op, builder))) {
      return failure();
    }
  }
  Operation *end = from.getTerminator();
  SmallVector<Value> yielded;
  for (const auto &[tile, poly] : extras.yielded) {
    yielded.push_back(emitCompanion(tile, poly, end, builder));
  }
  if (failed(convertOp(end, builder))) {
    return failure();
  }
  Operation *last = &to.back();
  last->insertOperands(last->getNumOperands(), yielded);
  return success();
}

} // namespace charonia::tile
