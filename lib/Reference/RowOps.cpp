//===- RowOps.cpp - the ops that reduce rows ------------------------------===//
//
// The norms and reductions: in f32 by the steps that NormOps.td writes down, in f64 by
// their mathematical definitions.
//
//===----------------------------------------------------------------------===//

#include "Reference/MathFunctions.h"
#include "Reference/ReductionTree.h"
#include "Reference/Values.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace normc;
using namespace normc::reference;
using norm::ReduceKind;

//===----------------------------------------------------------------------===//
// Statistics of a row
//===----------------------------------------------------------------------===//

static float reduceRow(ReduceKind kind, ArrayRef<float> row) { return reduceByTree(kind, row); }

static double reduceRow(ReduceKind kind, ArrayRef<double> row) {
  double result = row[0];
  for (double x : row.drop_front())
    result = combine(kind, result, x);
  return result;
}

static float sumSquares(ArrayRef<float> row) { return sumSquaresByTree(row); }

static double sumSquares(ArrayRef<double> row) {
  double sum = 0;
  for (double x : row)
    sum += x * x;
  return sum;
}

/// A sum times RN(1/N).
static float divideByLength(float sum, size_t length) {
  return sum * (1.0f / static_cast<float>(length));
}

static double divideByLength(double sum, size_t length) { return sum / length; }

static float rsqrt(float value) { return rsqrtF32(value); }
static double rsqrt(double value) { return rsqrtF64(value); }

static float exponential(float value) { return expF32(value); }
static double exponential(double value) { return expF64(value); }

/// The row less `mean`.
template <typename Number> static std::vector<Number> centre(ArrayRef<Number> row, Number mean) {
  std::vector<Number> result;
  for (Number x : row)
    result.push_back(x - mean);
  return result;
}

namespace {
template <typename Number> struct Moments {
  Number mean, correction, m2;
};
} // namespace

/// The moments of a row, or of a segment of a longer one.
static Moments<float> getMoments(ArrayRef<float> row, bool isSegment) {
  float mean = divideByLength(reduceByTree(ReduceKind::add, row, isSegment), row.size());
  std::vector<float> d = centre(row, mean);
  float s = reduceByTree(ReduceKind::add, d, isSegment);
  float correction = divideByLength(s, row.size());
  float product = s * correction;
  float m2 = combine(ReduceKind::max, sumSquaresByTree(d, isSegment) - product, 0.0f);
  return {mean, correction, m2};
}

/// The moments of `size` elements and of the segment after them, each step rounded.
static Moments<float> combineMoments(const Moments<float> &a, size_t size, const Moments<float> &b,
                                     size_t segment) {
  float n = static_cast<float>(size);
  float w = static_cast<float>(segment) / static_cast<float>(size + segment);
  float means = b.mean - a.mean, corrections = b.correction - a.correction;
  float delta = means + corrections;
  float t = delta * w;
  float mean = a.mean + t;
  float moved = mean - a.mean;
  float error = (a.mean - (mean - moved)) + (t - moved);
  float squared = delta * delta, weight = n * w;
  float between = squared * weight, within = a.m2 + b.m2;
  return {mean, a.correction + error, within + between};
}

static Moments<float> getMoments(ArrayRef<float> row) {
  if (row.size() <= kSegment)
    return getMoments(row, /*isSegment=*/false);
  Moments<float> all = getMoments(row.take_front(kSegment), /*isSegment=*/true);
  for (size_t done = kSegment; done < row.size(); done += kSegment) {
    ArrayRef<float> segment = row.drop_front(done).take_front(kSegment);
    all = combineMoments(all, done, getMoments(segment, /*isSegment=*/true), segment.size());
  }
  return all;
}

static Moments<double> getMoments(ArrayRef<double> row) {
  double mean = divideByLength(reduceRow(ReduceKind::add, row), row.size());
  return {mean, 0.0, sumSquares(ArrayRef(centre(row, mean)))};
}

//===----------------------------------------------------------------------===//
// Norms of a row
//===----------------------------------------------------------------------===//

template <typename Number>
static std::vector<Number> normalize(norm::RmsNormOp op, ArrayRef<Number> row) {
  Number r = rsqrt(divideByLength(sumSquares(row), row.size()) + op.getEps().convertToFloat());
  std::vector<Number> result;
  for (Number x : row)
    result.push_back(x * r);
  return result;
}

template <typename Number>
static std::vector<Number> normalize(norm::LayerNormOp op, ArrayRef<Number> row) {
  Moments<Number> moments = getMoments(row);
  Number r = rsqrt(divideByLength(moments.m2, row.size()) + op.getEps().convertToFloat());
  std::vector<Number> result;
  for (Number x : row)
    result.push_back(((x - moments.mean) - moments.correction) * r);
  return result;
}

template <typename Number>
static std::vector<Number> normalize(norm::L2NormOp op, ArrayRef<Number> row) {
  Number q = sumSquares(row), eps = op.getEps().convertToFloat();
  std::vector<Number> result;
  if (op.getKind() == norm::L2Kind::add_eps) {
    Number r = rsqrt(q + eps);
    for (Number x : row)
      result.push_back(x * r);
  } else {
    Number d = combine(ReduceKind::max, std::sqrt(q), eps);
    for (Number x : row)
      result.push_back(x / d);
  }
  return result;
}

template <typename Number>
static std::vector<Number> normalize(norm::SoftmaxOp, ArrayRef<Number> row) {
  std::vector<Number> result;
  for (Number x : centre(row, reduceRow(ReduceKind::max, row)))
    result.push_back(exponential(x));
  Number sum = reduceRow(ReduceKind::add, ArrayRef(result));
  for (Number &e : result)
    e = e / sum;
  return result;
}

/// Applies the weight and bias of a norm, either of which may be null, to one row.
template <typename Number>
static void applyAffine(const Array<Number> *weight, const Array<Number> *bias,
                        std::vector<Number> &row) {
  for (size_t i = 0; i < row.size(); ++i) {
    if (weight && bias)
      row[i] = std::fma(row[i], weight->elements[i], bias->elements[i]);
    else if (weight)
      row[i] = row[i] * weight->elements[i];
    else if (bias)
      row[i] = row[i] + bias->elements[i];
  }
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

template <typename Number> static std::vector<ArrayRef<Number>> getRows(const Array<Number> &x) {
  std::vector<ArrayRef<Number>> rows;
  size_t length = x.shape.back();
  for (ArrayRef<Number> rest = x.elements; !rest.empty(); rest = rest.drop_front(length))
    rows.push_back(rest.take_front(length));
  return rows;
}

/// Sets the result of `op` to `compute` of each row of its x.
template <typename NormOp, typename Number, typename Compute>
static LogicalResult setRows(NormOp op, Values<Number> &values, Compute compute) {
  const Array<Number> &x = values[op.getX()];
  Array<Number> result;
  result.shape = x.shape;
  for (ArrayRef<Number> row : getRows(x))
    llvm::append_range(result.elements, compute(row));
  return values.set(op.getResult(), std::move(result));
}

template <typename NormOp, typename Number>
static LogicalResult evaluateAffineNorm(NormOp op, Values<Number> &values) {
  const Array<Number> *weight = op.getWeight() ? &values[op.getWeight()] : nullptr;
  const Array<Number> *bias = op.getBias() ? &values[op.getBias()] : nullptr;
  return setRows(op, values, [&](ArrayRef<Number> row) {
    std::vector<Number> normalized = normalize(op, row);
    applyAffine(weight, bias, normalized);
    return normalized;
  });
}

template <typename NormOp, typename Number>
static LogicalResult evaluateNorm(NormOp op, Values<Number> &values) {
  return setRows(op, values, [&](ArrayRef<Number> row) { return normalize(op, row); });
}

/// Sets `result` to `reduce` of each row of `operand`.
template <typename Number, typename Reduce>
static LogicalResult setReduced(Value operand, Value result, Values<Number> &values,
                                Reduce reduce) {
  const Array<Number> &x = values[operand];
  Array<Number> reduced;
  reduced.shape.assign(x.shape.begin(), std::prev(x.shape.end()));
  for (ArrayRef<Number> row : getRows(x))
    reduced.elements.push_back(reduce(row));
  return values.set(result, std::move(reduced));
}

template <typename Number>
static LogicalResult evaluateReduction(norm::ReduceOp op, Values<Number> &values) {
  return setReduced(op.getX(), op.getResult(), values,
                    [&](ArrayRef<Number> row) { return reduceRow(op.getKind(), row); });
}

template <typename Number>
static LogicalResult evaluateReduction(norm::SumSquaresOp op, Values<Number> &values) {
  return setReduced(op.getX(), op.getResult(), values,
                    [](ArrayRef<Number> row) { return sumSquares(row); });
}

template <typename Number>
static LogicalResult evaluateReduction(norm::MomentsOp op, Values<Number> &values) {
  auto set = [&](Value result, Number Moments<Number>::*moment) {
    return setReduced(op.getX(), result, values,
                      [&](ArrayRef<Number> row) { return getMoments(row).*moment; });
  };
  return success(succeeded(set(op.getMean(), &Moments<Number>::mean)) &&
                 succeeded(set(op.getCorrection(), &Moments<Number>::correction)) &&
                 succeeded(set(op.getM2(), &Moments<Number>::m2)));
}

template <typename Number>
LogicalResult normc::reference::evaluateRowOp(Operation *op, Values<Number> &values) {
  // The tree, and so the strict law, ends here.
  int64_t length = values[op->getOperand(0)].shape.back();
  if (std::is_same_v<Number, float> && length > kLongestRow)
    return op->emitError("row length ") << length << " is not supported: at most " << kLongestRow;
  return TypeSwitch<Operation *, LogicalResult>(op)
      .template Case<norm::RmsNormOp, norm::LayerNormOp>(
          [&](auto op) { return evaluateAffineNorm(op, values); })
      .template Case<norm::L2NormOp, norm::SoftmaxOp>(
          [&](auto op) { return evaluateNorm(op, values); })
      .template Case<norm::ReduceOp, norm::SumSquaresOp, norm::MomentsOp>(
          [&](auto op) { return evaluateReduction(op, values); });
}

template LogicalResult normc::reference::evaluateRowOp(Operation *, Values<float> &);
template LogicalResult normc::reference::evaluateRowOp(Operation *, Values<double> &);
