//===- CuBlasSteps.cpp - single steps of a function as cuBLAS calls -------===//
//
// Column scale, scaled add, row sums, row sums of squares.
//
//===----------------------------------------------------------------------===//

#include "CuBlasCalls.h"

#include "normc/Support/HostTensor.h"

using namespace normc;
using Tensors = llvm::ArrayRef<cuda::Pointer>;
using Row = llvm::MutableArrayRef<Bounded>;

// What the lambdas below hold by reference outlives the calls.

/// Sums over each row what `term` makes of an index into x.
template <typename Term> static CuBlasCall::ExpectedRow sumOf(const Twin &twin, Term term) {
  return [&twin, term](int64_t row, Row expected) {
    Bounded sum;
    for (int64_t i = row * twin.columns, end = i + twin.columns; i < end; ++i)
      sum = sum + term(i);
    expected[0] = sum;
  };
}

static llvm::ArrayRef<float> onesOfRow(const Twin &twin, const TwinValues &values) {
  return llvm::ArrayRef(values.ones).take_front(twin.columns);
}

static void makeColumnScale(CuBlasCall &call, const Twin &twin, const TwinValues &values) {
  int64_t x = call.addInput(values.x), s = call.addInput(values.weight);
  int64_t y = call.addResult("product", twin.rows, twin.columns, [&](int64_t row, Row expected) {
    for (int64_t j = 0, i = row * twin.columns; j < twin.columns; ++j, ++i)
      expected[j] = Bounded(values.x[i]) * values.weight[j];
  });
  call.setSteps([&twin, x, s, y](CuBlas &blas, Tensors t) {
    blas.scaleColumns(twin.rows, twin.columns, t[x], t[s], t[y]);
  });
}

static void makeScaledAdd(CuBlasCall &call, const Twin &twin, const TwinValues &values) {
  static constexpr float alpha = 0.75f, beta = -1.25f;
  int64_t a = call.addInput(values.x), b = call.addInput(values.other);
  int64_t y = call.addResult("sum", twin.rows, twin.columns, [&](int64_t row, Row expected) {
    for (int64_t j = 0, i = row * twin.columns; j < twin.columns; ++j, ++i)
      expected[j] = Bounded(alpha) * values.x[i] + Bounded(beta) * values.other[i];
  });
  call.setSteps([&twin, a, b, y](CuBlas &blas, Tensors t) {
    blas.add(twin.rows, twin.columns, alpha, t[a], beta, t[b], t[y]);
  });
}

static void makeRowSums(CuBlasCall &call, const Twin &twin, const TwinValues &values) {
  int64_t x = call.addInput(values.x);
  int64_t ones = call.addInput(onesOfRow(twin, values), /*isOperand=*/false);
  int64_t y = call.addResult("row sum", twin.rows, 1,
                             sumOf(twin, [&](int64_t i) { return Bounded(values.x[i]) * 1.0f; }));
  call.setSteps([&twin, x, ones, y](CuBlas &blas, Tensors t) {
    blas.sumRows(twin.rows, twin.columns, 1, t[x], t[ones], t[y]);
  });
}

static void makeSquareSums(CuBlasCall &call, const Twin &twin, const TwinValues &values) {
  int64_t x = call.addInput(values.x);
  int64_t ones = call.addInput(onesOfRow(twin, values), /*isOperand=*/false);
  int64_t squares = call.addScratch(twin.rows * twin.columns);
  int64_t y =
      call.addResult("row sum of squares", twin.rows, 1,
                     sumOf(twin, [&](int64_t i) { return Bounded(values.x[i]) * values.x[i]; }));
  call.setSteps([&twin, x, ones, squares, y](CuBlas &blas, Tensors t) {
    blas.multiply(twin.rows * twin.columns, t[x], t[x], t[squares]);
    blas.sumRows(twin.rows, twin.columns, 1, t[squares], t[ones], t[y]);
  });
}

static void makeBatchedSquareSums(CuBlasCall &call, const Twin &twin, const TwinValues &values) {
  int64_t x = call.addInput(values.x);
  int64_t y =
      call.addResult("row sum of squares", twin.rows, 1,
                     sumOf(twin, [&](int64_t i) { return Bounded(values.x[i]) * values.x[i]; }));
  call.setSteps([&twin, x, y](CuBlas &blas, Tensors t) {
    blas.squareRows(twin.rows, twin.columns, t[x], t[y]);
  });
}

static void makeRowSumsBF16(CuBlasCall &call, const Twin &twin, const TwinValues &values) {
  int64_t x = call.addInputBF16(values.x);
  int64_t ones = call.addInputBF16(onesOfRow(twin, values), /*isOperand=*/false);
  // A tensor core truncates what it adds where an f32 addition rounds, and more than once:
  // four roundings for one are room enough.
  auto term = [&](int64_t i) {
    Bounded product(roundTo(ElementType::BF16, values.x[i]));
    product.roundings = 3 * twin.columns;
    return product;
  };
  int64_t y = call.addResult("row sum", twin.rows, 1, sumOf(twin, term));
  call.setSteps([&twin, x, ones, y](CuBlas &blas, Tensors t) {
    blas.sumRowsBF16(twin.rows, twin.columns, t[x], t[ones], t[y]);
  });
}

CuBlasCalls normc::makeStepCalls(const Gpu &gpu, CuBlas &blas, const Twin &twin,
                                 const TwinValues &values) {
  using Make = void (*)(CuBlasCall &call, const Twin &twin, const TwinValues &values);
  CuBlasCalls calls;
  auto add = [&](const char *name, Make make) {
    make(*calls.emplace_back(std::make_unique<CuBlasCall>(gpu, blas, name)), twin, values);
  };
  add("column scale (Sdgmm)", makeColumnScale);
  add("scaled add (Sgeam)", makeScaledAdd);
  add("row sums (Sgemv)", makeRowSums);
  add("row sums of squares (Sdgmm, Sgemv)", makeSquareSums);
  add("row sums of squares (SgemmStridedBatched)", makeBatchedSquareSums);
  if (twin.isBF16)
    add("row sums, bf16 in, f32 out (GemmEx)", makeRowSumsBF16);
  return calls;
}
