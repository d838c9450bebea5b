// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds loops whose steps are slices of one product and makes the steps wider.
#include "MergeSteps.h"

#include "charonia/Dialect/PE/ScalarEvaluator.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <map>

using namespace mlir;

namespace charonia::pe {
namespace {

/// Fewer steps than this would leave the matrix engine idle for too long before the first one.
constexpr int64_t kLeastSteps = 4;

/// A sum of products modulo 2^64: factors (sorted) -> coefficient.
using Factors = std::vector<const void *>;
using Polynomial = std::map<Factors, uint64_t>;

Polynomial sum(const Polynomial &a, const Polynomial &b, uint64_t scale) {
  Polynomial result = a;
  for (const auto &[factors, coefficient] : b) {
    if ((result[factors] += coefficient * scale) == 0) {
      result.erase(factors);
    }
  }
  return result;
}

/// Writes values of 64 bits as polynomials of the loop's counter and of values from outside it.
class PolynomialOf {
public:
  explicit PolynomialOf(scf::ForOp loop) : m_loop(loop) {}

  std::optional<Polynomial> operator()(Value value, unsigned depth = 0) {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant))) {
      return scaled({}, static_cast<uint64_t>(constant.getSExtValue()));
    }
    Operation *op = value.getDefiningOp();
    bool known = value == m_loop.getInductionVar() && value.getType().isInteger(64);
    if (auto extended = dyn_cast_if_present<arith::ExtSIOp>(op)) {
      known = extended.getIn() == m_loop.getInductionVar();
    }
    if (known) {
      return scaled({m_loop.getInductionVar().getAsOpaquePointer()}, 1);
    }
    if (op && depth < kDeepest && value.getType().isInteger(64) &&
        isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op)) {
      auto a = (*this)(op->getOperand(0), depth + 1), b = (*this)(op->getOperand(1), depth + 1);
      if (!a || !b) {
        return std::nullopt;
      }
      return isa<arith::MulIOp>(op) ? product(*a, *b)
                                    : sum(*a, *b, isa<arith::AddIOp>(op) ? 1 : ~uint64_t{0});
    }
    if (!m_loop.isDefinedOutsideOfLoop(value)) {
      return std::nullopt;
    }
    return scaled({value.getAsOpaquePointer()}, 1);
  }

private:
  static constexpr unsigned kDeepest = 16;

  static Polynomial scaled(Factors factors, uint64_t coefficient) {
    return coefficient ? Polynomial{{std::move(factors), coefficient}} : Polynomial{};
  }

  static Polynomial product(const Polynomial &a, const Polynomial &b) {
    Polynomial result;
    for (const auto &[fa, ca] : a) {
      for (const auto &[fb, cb] : b) {
        Factors factors = fa;
        factors.insert(factors.end(), fb.begin(), fb.end());
        llvm::sort(factors);
        result = sum(result, scaled(std::move(factors), ca), cb);
      }
    }
    return result;
  }

  scf::ForOp m_loop;
};

/// A loop that may take wider steps.
struct Product {
  scf::ForOp loop;
  tile::DotOp dot;
  tile::LoadOp operands[2];
  int64_t step = 0, trips = 0;
};

/// The dimension of operand `side` over which the product sums.
unsigned innerDim(int side) { return side == 0 ? 1 : 0; }

/// True if the box of `load` is the same in every iteration and whole along dimension `inner`.
bool isSteady(tile::LoadOp load, scf::ForOp loop, unsigned inner) {
  if (load.getNumPieces() != 1 || !load.getResult().hasOneUse() ||
      load.getAccess().getRung() != tile::Rung::Dma || load.getTileType().getRank() != 2) {
    return false;
  }
  for (const auto &mixed :
       {load.getPieceStrides(0), load.getPieceLower(0), load.getPieceUpper(0)}) {
    for (OpFoldResult entry : mixed) {
      if (auto value = dyn_cast<Value>(entry); value && !loop.isDefinedOutsideOfLoop(value)) {
        return false;
      }
    }
  }
  auto lower = getConstantIntValue(load.getPieceLower(0)[inner]),
       upper = getConstantIntValue(load.getPieceUpper(0)[inner]);
  return lower && upper && *lower <= 0 && *upper >= load.getTileType().getDimSize(inner);
}

/// True if one iteration's slice begins where the one before ended.
bool isContiguous(tile::LoadOp load, scf::ForOp loop, int64_t step, unsigned inner) {
  PolynomialOf polynomialOf(loop);
  auto base = polynomialOf(load.getBases()[0]);
  OpFoldResult mixed = load.getPieceStrides(0)[inner];
  std::optional<Polynomial> stride;
  if (auto constant = getConstantIntValue(mixed)) {
    stride = Polynomial{};
    if (*constant) {
      (*stride)[{}] = static_cast<uint64_t>(*constant);
    }
  } else {
    stride = polynomialOf(cast<Value>(mixed));
  }
  if (!base || !stride) {
    return false;
  }
  const void *counter = loop.getInductionVar().getAsOpaquePointer();
  Polynomial perCount;
  for (const auto &[factors, coefficient] : *base) {
    size_t power = static_cast<size_t>(llvm::count(factors, counter));
    if (power > 1) {
      return false;
    }
    if (power == 1) {
      Factors rest = factors;
      rest.erase(llvm::find(rest, counter));
      perCount[rest] = coefficient;
    }
  }
  auto extent = static_cast<uint64_t>(load.getTileType().getDimSize(inner));
  return sum(sum({}, perCount, static_cast<uint64_t>(step)), *stride, ~extent + 1).empty();
}

std::optional<Product> match(scf::ForOp loop, ScalarEvaluator &known) {
  Product product;
  product.loop = loop;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto dot = dyn_cast<tile::DotOp>(op); dot && !product.dot) {
      product.dot = dot;
    } else if (!isa<tile::LoadOp>(op) && !isPure(&op)) {
      return std::nullopt;
    }
    if (op.getNumRegions()) {
      return std::nullopt;
    }
  }
  auto step = getConstantIntValue(loop.getStep());
  auto lower = known(loop.getLowerBound()), upper = known(loop.getUpperBound());
  if (!product.dot || loop.getNumResults() != 1 || !step || *step <= 0 || !lower || !upper ||
      product.dot.getC() != loop.getRegionIterArg(0) ||
      loop.getBody()->getTerminator()->getOperand(0) != product.dot.getResult()) {
    return std::nullopt;
  }
  unsigned width = loop.getInductionVar().getType().getIntOrFloatBitWidth();
  product.step = *step;
  product.trips = (llvm::SignExtend64(*upper, width) - llvm::SignExtend64(*lower, width)) / *step;
  if (product.trips * *step !=
      llvm::SignExtend64(*upper, width) - llvm::SignExtend64(*lower, width)) {
    return std::nullopt;
  }
  Value sides[2] = {product.dot.getA(), product.dot.getB()};
  for (int side : {0, 1}) {
    auto load = sides[side].getDefiningOp<tile::LoadOp>();
    if (!load || load->getBlock() != loop.getBody() || !isSteady(load, loop, innerDim(side)) ||
        !isContiguous(load, loop, *step, innerDim(side))) {
      return std::nullopt;
    }
    product.operands[side] = load;
  }
  return product;
}

/// Most steps that one may become: two slots of both operands next to everything else, and enough
/// steps left.
int64_t chooseFactor(const Product &product, int64_t room) {
  int64_t bytes = 0;
  for (tile::LoadOp load : product.operands) {
    bytes += tileBytes(load.getTileType());
  }
  int64_t best = 1;
  for (int64_t factor = 2; factor * kLeastSteps <= product.trips; ++factor) {
    if (product.trips % factor == 0 && 2 * factor * bytes <= room) {
      best = factor;
    }
  }
  return best;
}

void widen(Product &product, int64_t factor) {
  OpBuilder builder(product.loop);
  Type counter = product.loop.getInductionVar().getType();
  product.loop.setStep(builder.create<arith::ConstantOp>(
      product.loop.getLoc(), builder.getIntegerAttr(counter, product.step * factor)));
  for (int side : {0, 1}) {
    tile::LoadOp load = product.operands[side];
    RankedTensorType type = load.getTileType();
    SmallVector<int64_t> shape(type.getShape()), upper(load.getStaticUpper());
    shape[innerDim(side)] *= factor;
    upper[innerDim(side)] = shape[innerDim(side)];
    load.getResult().setType(type.clone(shape));
    load.setStaticUpper(upper);
    tile::AccessAttr access = load.getAccess();
    load.setAccessAttr(tile::AccessAttr::get(load.getContext(), access.getRung(),
                                             access.getReason(), access.getArg(),
                                             access.getBytes() * factor));
  }
}

/// Bytes of the tiles that may want room in local memory beside the operands of `products`.
/// Their sums count once: the accumulators themselves lie in the RE.
int64_t otherBytes(tile::KernelOp kernel, ArrayRef<Product> products) {
  int64_t bytes = 0;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool ours = llvm::any_of(products, [&](const Product &product) {
      return op == product.loop || op == product.operands[0] || op == product.operands[1];
    });
    for (Value result : op->getResults()) {
      auto tile = dyn_cast<RankedTensorType>(result.getType());
      bool start = llvm::all_of(result.getUsers(), [&](Operation *user) {
        return llvm::any_of(products, [&](const Product &product) { return user == product.loop; });
      });
      bytes += tile && !ours && !start ? tileBytes(tile) : 0;
    }
    return isa<VecGroupOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return bytes;
}

} // namespace

void mergeSteps(tile::KernelOp kernel, const arch::DeviceModel &device,
                compiler::PassContext &context) {
  ScalarEvaluator known(context.launch, std::nullopt);
  SmallVector<Product> products;
  kernel.walk([&](scf::ForOp loop) {
    if (auto product = match(loop, known)) {
      products.push_back(*product);
    }
  });
  int64_t others = otherBytes(kernel, products);
  for (Product &product : products) {
    int64_t room = device.ls.bytes - device.ls.reservedBytes - others;
    int64_t factor = chooseFactor(product, room / static_cast<int64_t>(products.size()));
    if (factor > 1) {
      widen(product, factor);
      context.remarks.add("tile-to-pe", "merge-steps", product.loop,
                          "several steps of the product became one",
                          "longer rows spread over more slices of the SRAM",
                          {{"steps", static_cast<double>(factor)},
                           {"trips", static_cast<double>(product.trips / factor)}});
    }
  }
}

} // namespace charonia::pe
