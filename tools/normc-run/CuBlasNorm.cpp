//===- CuBlasNorm.cpp - a norm as a chain of cuBLAS calls -----------------===//
//
// Gate and residual before it, weight, bias and modulation after it, where the function has
// them. Without a square root in cuBLAS each row's factor is an input.
//
//===----------------------------------------------------------------------===//

#include "CuBlasCalls.h"

#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace normc;
using cuda::Pointer;
using Tensors = llvm::ArrayRef<Pointer>;
using Row = llvm::MutableArrayRef<Bounded>;

//===----------------------------------------------------------------------===//
// On the host, a row at a time
//===----------------------------------------------------------------------===//

namespace {
/// What the chain has to compute.
class ChainOnHost {
public:
  ChainOnHost(const Twin &twin, const TwinValues &values)
      : twin(twin), values(values), oneByColumns(static_cast<float>(1.0 / twin.columns)) {}

  /// What the norm reads.
  void readRow(int64_t row, Row h) const;
  /// The same less its mean in a layer norm.
  void centreRow(int64_t row, Row c) const;
  Bounded sumSquares(int64_t row) const;
  void finishRow(int64_t row, Row y) const;

  const Twin &twin;
  const TwinValues &values;
  const float oneByColumns;
  std::vector<float> factors; ///< 1 / sqrt(mean square + eps) of each row
};
} // namespace

void ChainOnHost::readRow(int64_t row, Row h) const {
  int64_t batch = row / (twin.rows / twin.batches);
  for (int64_t j = 0, i = row * twin.columns; j < twin.columns; ++j, ++i)
    h[j] = twin.gates
               ? values.other[i] + Bounded(values.gate[batch * twin.columns + j]) * values.x[i]
               : Bounded(values.x[i]);
}

void ChainOnHost::centreRow(int64_t row, Row c) const {
  readRow(row, c);
  if (twin.norm != NormKind::Layer)
    return;
  Bounded sum;
  for (const Bounded &element : c)
    sum = sum + element;
  Bounded mean = sum * oneByColumns;
  for (Bounded &element : c)
    element = element + mean * -1.0f;
}

Bounded ChainOnHost::sumSquares(int64_t row) const {
  std::vector<Bounded> c(twin.columns);
  centreRow(row, c);
  Bounded sum;
  for (const Bounded &element : c)
    sum = sum + element * element;
  return sum;
}

void ChainOnHost::finishRow(int64_t row, Row y) const {
  int64_t batch = row / (twin.rows / twin.batches);
  centreRow(row, y);
  for (auto [j, element] : llvm::enumerate(y)) {
    element = element * factors[row];
    if (twin.hasWeight)
      element = element * values.weight[j];
    if (twin.hasBias)
      element = element + values.bias[j];
    if (!twin.modulates)
      continue;
    int64_t i = batch * twin.columns + static_cast<int64_t>(j);
    element = element * (Bounded(1.0f) + values.scale[i]) + values.shift[i];
  }
}

//===----------------------------------------------------------------------===//
// On the device
//===----------------------------------------------------------------------===//

namespace {
/// The chain's tensors by number, and its calls.
class ChainOnDevice {
public:
  ChainOnDevice(const Twin &twin, const TwinValues &values,
                const std::shared_ptr<ChainOnHost> &host, CuBlasCall &call);
  void enqueue(CuBlas &blas, Tensors t) const;

private:
  void enqueueGate(CuBlas &blas, Tensors t) const;
  void enqueueCentring(CuBlas &blas, Tensors t) const;
  void enqueueScaling(CuBlas &blas, Tensors t) const;

  /// y[b, i, j] = x[b, i, j] s[b, j].
  void scaleBatches(CuBlas &blas, Pointer x, Pointer s, Pointer y) const;
  /// y[b, i, j] += c[b, j].
  void addToBatches(CuBlas &blas, Pointer ones, Pointer c, Pointer y) const;

  int64_t count() const { return twin.rows * twin.columns; }
  bool isCentred() const { return twin.norm == NormKind::Layer; }

  const Twin &twin;
  float oneByColumns;
  int64_t x, residual, gate, weight, bias, scale, shift, factors, ones; // inputs
  int64_t sum, squareSums, y;                                           // results
  int64_t means, centred, scratch, onePlusScale;
};
} // namespace

ChainOnDevice::ChainOnDevice(const Twin &twin, const TwinValues &values,
                             const std::shared_ptr<ChainOnHost> &host, CuBlasCall &call)
    : twin(twin), oneByColumns(host->oneByColumns) {
  auto input = [&](bool isUsed, llvm::ArrayRef<float> input) {
    return isUsed ? call.addInput(input) : -1;
  };
  auto scratchOf = [&](bool isUsed, int64_t elements) {
    return isUsed ? call.addScratch(elements) : -1;
  };
  x = input(true, values.x);
  residual = input(twin.gates, values.other);
  gate = input(twin.gates, values.gate);
  weight = input(twin.hasWeight, values.weight);
  bias = input(twin.hasBias, values.bias);
  scale = input(twin.modulates, values.scale);
  shift = input(twin.modulates, values.shift);
  factors = input(true, host->factors);
  ones = call.addInput(values.ones, /*isOperand=*/false);
  means = scratchOf(isCentred(), twin.rows);
  centred = scratchOf(isCentred(), count());
  scratch = scratchOf(true, count());
  onePlusScale = scratchOf(twin.modulates, twin.batches * twin.columns);
  sum = twin.gates ? call.addResult("gated sum", twin.rows, twin.columns,
                                    [host](int64_t row, Row h) { host->readRow(row, h); })
                   : -1;
  squareSums = call.addResult("row sum of squares", twin.rows, 1,
                              [host](int64_t row, Row q) { q[0] = host->sumSquares(row); });
  y = call.addResult("norm", twin.rows, twin.columns,
                     [host](int64_t row, Row expected) { host->finishRow(row, expected); });
}

void ChainOnDevice::scaleBatches(CuBlas &blas, Pointer x, Pointer s, Pointer y) const {
  int64_t rows = twin.rows / twin.batches;
  for (int64_t batch = 0; batch < twin.batches; ++batch) {
    int64_t matrix = batch * rows * twin.columns * sizeof(float);
    blas.scaleColumns(rows, twin.columns, x + matrix, s + batch * twin.columns * sizeof(float),
                      y + matrix);
  }
}

void ChainOnDevice::addToBatches(CuBlas &blas, Pointer ones, Pointer c, Pointer y) const {
  int64_t rows = twin.rows / twin.batches;
  for (int64_t batch = 0; batch < twin.batches; ++batch)
    blas.addOuterProduct(rows, twin.columns, 1, ones, c + batch * twin.columns * sizeof(float),
                         y + batch * rows * twin.columns * sizeof(float));
}

/// sum = residual + gate x.
void ChainOnDevice::enqueueGate(CuBlas &blas, Tensors t) const {
  scaleBatches(blas, t[x], t[gate], t[scratch]);
  blas.add(twin.rows, twin.columns, 1, t[residual], 1, t[scratch], t[sum]);
}

/// The update works in place, the input stays: one more copy.
void ChainOnDevice::enqueueCentring(CuBlas &blas, Tensors t) const {
  Pointer source = t[twin.gates ? sum : x];
  blas.sumRows(twin.rows, twin.columns, oneByColumns, source, t[ones], t[means]);
  blas.copy(count(), source, t[centred]);
  blas.addOuterProduct(twin.rows, twin.columns, -1, t[means], t[ones], t[centred]);
}

/// Scales go from one matrix to another, y being the last; shifts work in place.
void ChainOnDevice::enqueueScaling(CuBlas &blas, Tensors t) const {
  Pointer from = t[isCentred() ? centred : twin.gates ? sum : x];
  int scalesLeft = 1 + twin.hasWeight + twin.modulates;
  auto next = [&] { return --scalesLeft % 2 ? t[scratch] : t[y]; };
  Pointer to = next();
  blas.scaleRows(twin.rows, twin.columns, from, t[factors], to);
  from = to;
  if (twin.hasWeight) {
    to = next();
    blas.scaleColumns(twin.rows, twin.columns, from, t[weight], to);
    from = to;
  }
  if (twin.hasBias)
    blas.addOuterProduct(twin.rows, twin.columns, 1, t[ones], t[bias], from);
  if (!twin.modulates)
    return;
  blas.add(twin.batches, twin.columns, 1, t[scale], 1, t[ones], t[onePlusScale]);
  to = next();
  scaleBatches(blas, from, t[onePlusScale], to);
  addToBatches(blas, t[ones], t[shift], to);
}

void ChainOnDevice::enqueue(CuBlas &blas, Tensors t) const {
  if (twin.gates)
    enqueueGate(blas, t);
  if (isCentred())
    enqueueCentring(blas, t);
  Pointer normed = t[isCentred() ? centred : twin.gates ? sum : x];
  // 12800 x 3072 on an H200: 87 us; Sdgmm of all elements and Sgemv took 534 (cuBLAS 13.1).
  blas.squareRows(twin.rows, twin.columns, normed, t[squareSums]);
  enqueueScaling(blas, t);
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

static std::string nameOf(const Twin &twin) {
  return std::string(twin.gates ? "gate, residual, " : "") +
         (twin.norm == NormKind::Rms ? "rms_norm" : "layer_norm") +
         (twin.modulates ? ", modulate" : "");
}

std::unique_ptr<CuBlasCall> normc::makeNormCall(const Gpu &gpu, CuBlas &blas, const Twin &twin,
                                                const TwinValues &values) {
  constexpr double eps = 1e-6;
  if (twin.norm == NormKind::None)
    return nullptr;
  auto host = std::make_shared<ChainOnHost>(twin, values);
  for (int64_t row = 0; row < twin.rows; ++row) {
    double meanSquare = host->sumSquares(row).value / static_cast<double>(twin.columns);
    host->factors.push_back(static_cast<float>(1 / std::sqrt(meanSquare + eps)));
  }
  auto call = std::make_unique<CuBlasCall>(gpu, blas, nameOf(twin));
  call->setSteps([device = ChainOnDevice(twin, values, host, *call)](CuBlas &blas, Tensors t) {
    device.enqueue(blas, t);
  });
  call->setNote("rsqrt of M numbers not in it");
  return call;
}
