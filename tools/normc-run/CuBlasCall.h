//===- CuBlasCall.h - cuBLAS calls as a baseline -----------------*- C++ -*-===//
//
// The tensors that a few calls read and write, on the device in sets, and what the results
// have to be.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_CUBLASCALL_H
#define NORMC_TOOLS_NORMC_RUN_CUBLASCALL_H

#include "Baseline.h"
#include "Bounded.h"
#include "CuBlas.h"

#include "llvm/ADT/ArrayRef.h"
#include <functional>
#include <memory>
#include <vector>

namespace normc {

class CuBlasCall : public Baseline {
public:
  /// Enqueues the calls on the tensors at these addresses, by number.
  using Steps = std::function<void(CuBlas &blas, llvm::ArrayRef<cuda::Pointer> tensors)>;
  /// Computes a row of a result.
  using ExpectedRow = std::function<void(int64_t row, llvm::MutableArrayRef<Bounded> expected)>;

  CuBlasCall(const Gpu &gpu, CuBlas &blas, std::string name)
      : gpu(gpu), blas(blas), name("cublas " + std::move(name)) {}

  // Each returns the tensor's number.

  /// Values are kept by the caller. `isOperand`: its bytes count as the call's.
  int64_t addInput(llvm::ArrayRef<float> values, bool isOperand = true);
  /// The same rounded to bf16.
  int64_t addInputBF16(llvm::ArrayRef<float> values, bool isOperand = true);
  /// What is written and read again before the call ends.
  int64_t addScratch(int64_t elements);
  int64_t addResult(std::string what, int64_t rows, int64_t columns, ExpectedRow expected);

  void setSteps(Steps enqueued) { steps = std::move(enqueued); }

  void setNote(std::string text) { note = std::move(text); }

  std::string getName() const override { return name; }
  std::string getNote() const override { return note; }
  int64_t numBytes() const override;
  Status place(int64_t count) override;
  Status enqueue(int64_t set) override;
  Status check(int64_t set) override;

private:
  struct Tensor {
    int64_t offset = 0, bytes = 0; ///< in a set
    bool isOperand = false;
    std::vector<uint8_t> values;  ///< of an input in bf16
    const void *source = nullptr; ///< of an input
    std::string what;             ///< of a result
    int64_t rows = 0, columns = 0;
    ExpectedRow expected;
  };

  int64_t add(Tensor tensor);
  cuda::Pointer addressOf(int64_t set, const Tensor &tensor) const {
    return memory->start + set * setBytes + tensor.offset;
  }
  Status checkResult(int64_t set, const Tensor &tensor) const;

  const Gpu &gpu;
  CuBlas &blas;
  std::string name, note;
  std::vector<Tensor> tensors;
  Steps steps;
  int64_t setBytes = 0;
  std::unique_ptr<DeviceBuffer> memory;
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_CUBLASCALL_H
