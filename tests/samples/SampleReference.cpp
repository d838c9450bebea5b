// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SampleReference.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace charonia::samples {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

/// Reads and writes arguments of one launch by name.
class Arguments {
public:
  Arguments(const launch::Launch &launch, launch::MemoryImage &memory)
      : m_launch(launch), m_memory(memory) {}

  Matrix matrix(const std::string &name, int64_t rows, int64_t columns, int64_t first = 0) const {
    const launch::Buffer &buffer = find(name);
    const std::byte *data = m_memory.data(buffer.address, buffer.bytes);
    Matrix result(rows, columns);
    for (int64_t i = 0; i < rows * columns; ++i) {
      result(i / columns, i % columns) =
          numerics::toDouble(buffer.type, numerics::loadElement(buffer.type, data, first + i));
    }
    return result;
  }

  void store(const std::string &name, const Matrix &values, int64_t first = 0) {
    const launch::Buffer &buffer = find(name);
    std::byte *data = m_memory.data(buffer.address, buffer.bytes);
    for (int64_t i = 0; i < values.size(); ++i) {
      double value = values(i / values.cols(), i % values.cols());
      numerics::storeElement(buffer.type, data, first + i,
                             numerics::fromDouble(buffer.type, value));
    }
  }

  int64_t integer(const std::string &name) const { return argument(name).value.integer; }

  double number(const std::string &name) const {
    const launch::ConstantValue &value = argument(name).value;
    double number =
        value.kind == launch::ConstantValue::Kind::Int ? double(value.integer) : value.number;
    return float(number);
  }

  const launch::Buffer &find(const std::string &name) const {
    const auto &buffers = m_memory.buffers();
    return *std::find_if(buffers.begin(), buffers.end(),
                         [&](const launch::Buffer &b) { return b.name == name; });
  }

private:
  const launch::Argument &argument(const std::string &name) const {
    return *std::find_if(m_launch.args.begin(), m_launch.args.end(),
                         [&](const launch::Argument &a) { return a.name == name; });
  }

  const launch::Launch &m_launch;
  launch::MemoryImage &m_memory;
};

void vectorAdd(const launch::Launch &, Arguments &args) {
  int64_t n = args.integer("n");
  args.store("out_ptr", args.matrix("x_ptr", n, 1) + args.matrix("y_ptr", n, 1));
}

void softmax(const launch::Launch &, Arguments &args) {
  Matrix x = args.matrix("x_ptr", args.integer("rows"), args.integer("columns"));
  for (Eigen::Index r = 0; r < x.rows(); ++r) {
    x.row(r) = (x.row(r).array() - x.row(r).maxCoeff()).exp();
    x.row(r) /= x.row(r).sum();
  }
  args.store("out_ptr", x);
}

void layerNorm(const launch::Launch &, Arguments &args) {
  int64_t columns = args.integer("columns");
  int64_t rows = args.find("mean_ptr").elements;
  Matrix x = args.matrix("x_ptr", rows, columns);
  Matrix weight = args.matrix("weight_ptr", 1, columns);
  Matrix bias = args.matrix("bias_ptr", 1, columns);
  Matrix mean(rows, 1), rstd(rows, 1);
  for (int64_t r = 0; r < rows; ++r) {
    mean(r) = x.row(r).mean();
    x.row(r).array() -= mean(r);
    rstd(r) = 1 / std::sqrt(x.row(r).squaredNorm() / double(columns) + args.number("eps"));
    x.row(r) = (x.row(r).array() * rstd(r) * weight.array() + bias.array()).matrix();
  }
  args.store("out_ptr", x);
  args.store("mean_ptr", mean);
  args.store("rstd_ptr", rstd);
}

void matmul(const launch::Launch &launch, Arguments &args) {
  int64_t m = args.integer("M"), n = args.integer("N"), k = args.integer("K");
  Matrix c = args.matrix("a_ptr", m, k) * args.matrix("b_ptr", k, n);
  if (launch.function == "matmul_bias_act") {
    c.rowwise() += Eigen::RowVectorXd(args.matrix("bias_ptr", 1, n));
    c = c.unaryExpr([](double v) { return v >= 0 ? v : double(0.01f) * v; });
  }
  args.store("c_ptr", c);
}

void attention(const launch::Launch &launch, Arguments &args) {
  int64_t length = args.integer("length");
  int64_t dim = launch.constexprs.at("HEAD_DIM").integer;
  bool causal = launch.constexprs.at("CAUSAL").boolean;
  int64_t heads = args.find("q_ptr").elements / (length * dim);
  for (int64_t h = 0; h < heads; ++h) {
    int64_t first = h * length * dim;
    Matrix q = args.matrix("q_ptr", length, dim, first);
    Matrix scores = q * args.matrix("k_ptr", length, dim, first).transpose();
    // The kernel's exponentials have base 2; `scale` holds log2(e).
    scores *= args.number("scale") * std::log(2.0);
    for (int64_t r = 0; r < length; ++r) {
      int64_t visible = causal ? r + 1 : length;
      auto row = scores.row(r).head(visible);
      row = (row.array() - row.maxCoeff()).exp();
      row /= row.sum();
      scores.row(r).tail(length - visible).setZero();
    }
    args.store("out_ptr", scores * args.matrix("v_ptr", length, dim, first), first);
  }
}

void scaleView(const launch::Launch &launch, Arguments &args) {
  const std::map<std::string, int64_t> numbers = launch::expressionNames(launch);
  int64_t rows = numbers.at("x.shape.0"), columns = numbers.at("x.shape.1");
  int64_t pitch = numbers.at("x.strides.0");
  Matrix x = args.matrix("x.data", rows, pitch).leftCols(columns);
  args.store("out.data", x * args.number("scale"));
}

struct Sample {
  const char *function;
  void (*compute)(const launch::Launch &, Arguments &);
  std::vector<std::string> outputs;
};

const std::vector<Sample> &samples() {
  static const std::vector<Sample> table = {
      {"vector_add", vectorAdd, {"out_ptr"}},
      {"softmax", softmax, {"out_ptr"}},
      {"layer_norm", layerNorm, {"out_ptr", "mean_ptr", "rstd_ptr"}},
      {"matmul", matmul, {"c_ptr"}},
      {"matmul_bias_act", matmul, {"c_ptr"}},
      {"attention", attention, {"out_ptr"}},
      {"scale_view", scaleView, {"out.data"}},
  };
  return table;
}

const Sample *findSample(const launch::Launch &launch) {
  for (const Sample &sample : samples()) {
    if (launch.function == sample.function) {
      return &sample;
    }
  }
  return nullptr;
}

} // namespace

tl::expected<void, std::string> computeReference(const launch::Launch &launch,
                                                 launch::MemoryImage &memory) {
  const Sample *sample = findSample(launch);
  if (!sample) {
    return tl::unexpected("no reference for kernel " + launch.function);
  }
  Arguments arguments(launch, memory);
  sample->compute(launch, arguments);
  return {};
}

std::vector<std::string> outputsOf(const launch::Launch &launch) {
  const Sample *sample = findSample(launch);
  return sample ? sample->outputs : std::vector<std::string>{};
}

std::vector<std::string> sampleLaunches(const std::string &sourceDir) {
  std::vector<std::string> files;
  for (const auto &entry :
       std::filesystem::recursive_directory_iterator(sourceDir + "/resources/samples")) {
    std::string path = entry.path().string();
    if (path.ends_with(".launch.json")) {
      files.push_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

} // namespace charonia::samples
