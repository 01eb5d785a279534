//===- Baselines.cpp - what --baseline asks for ---------------------------===//
//
// Each is placed, called once, checked, and only then timed. One that is wrong does not keep
// the others from being timed.
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"

#include "CuBlasCalls.h"
#include "DeviceCopies.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace normc;
using llvm::format;

static constexpr int nameWidth = 48;

int Baselines::open() {
  if (!options.comparesCuBlas)
    return Done;
  Result<std::unique_ptr<CuBlas>> opened = CuBlas::open(gpu);
  if (!opened.isOk())
    return fail(Status(opened.getError().getKind(),
                       "--baseline=cublas: " + opened.getError().getMessage()));
  blas = std::move(*opened);
  return Done;
}

static Status checkOnce(const Gpu &gpu, Baseline &baseline, int64_t sets) {
  if (Status status = baseline.place(sets); !status.isOk())
    return status;
  // The last set is the one that wrong addresses miss.
  if (Status status = baseline.enqueue(sets - 1); !status.isOk())
    return status;
  if (Status status = gpu.synchronize("running '" + baseline.getName() + "'"); !status.isOk())
    return status;
  return baseline.check(sets - 1);
}

static void printRow(const Baseline &baseline, const GraphTimes &times) {
  llvm::outs() << llvm::left_justify(baseline.getName(), nameWidth)
               << format(" %13lld %9.2f %9.0f %12.1f %9.2f", static_cast<long long>(times.bytes),
                         times.coldMicroseconds, times.gigabytesPerSecond(), times.percentOfRoof(),
                         times.warmMicroseconds)
               << (times.isCold ? "" : "  (not cold)");
  if (std::string note = baseline.getNote(); !note.empty())
    llvm::outs() << "  (" << note << ")";
  llvm::outs() << "\n";
}

int Baselines::runOne(Baseline &baseline) {
  GraphTimes times = planCalls(gpu, baseline.numBytes(), baseline.memoryBytes());
  llvm::json::Object entry{{"name", baseline.getName()}, {"bytes", times.bytes}};
  Status status = checkOnce(gpu, baseline, times.sets);
  bool isChecked = status.isOk();
  if (isChecked)
    status = timeCalls(gpu, baseline, times);
  entry["checked"] = isChecked;
  if (std::string note = baseline.getNote(); !note.empty())
    entry["note"] = note;
  if (status.isOk()) {
    printRow(baseline, times);
    entry["cold_us"] = times.coldMicroseconds;
    entry["warm_us"] = times.warmMicroseconds;
    entry["percent_of_memcpy"] = times.percentOfRoof();
  }
  timed.push_back(std::move(entry));
  return status.isOk() ? Done : fail(status);
}

int Baselines::runCuBlas(const Twin &twin) {
  TwinValues values(twin, options.seed);
  CuBlasCalls calls = makeStepCalls(gpu, *blas, twin, values);
  if (auto norm = makeNormCall(gpu, *blas, twin, values))
    calls.push_back(std::move(norm));
  int code = Done;
  for (std::unique_ptr<CuBlasCall> &call : calls) {
    code = std::max(code, runOne(*call));
    call.reset(); // frees its memory
  }
  llvm::outs() << "(cublas: " << blas->path << ", version " << blas->version
               << format(", f32, %lld x %lld numbers)\n", static_cast<long long>(twin.rows),
                         static_cast<long long>(twin.columns));
  return code;
}

int Baselines::run(const Twin &twin, int64_t bytes) {
  if (!options.comparesMemcpy && !options.comparesCuBlas)
    return Done;
  llvm::outs() << llvm::left_justify("baseline", nameWidth)
               << "         bytes   cold us      GB/s  % of memcpy   warm us\n";
  int code = Done;
  if (options.comparesMemcpy) {
    DeviceCopies copies(gpu, DeviceCopies::roundedUp(bytes));
    code = runOne(copies);
  }
  if (options.comparesCuBlas)
    code = std::max(code, runCuBlas(twin));
  return code;
}

void Baselines::addTo(llvm::json::Object &all) {
  if (!options.comparesMemcpy && !options.comparesCuBlas)
    return;
  if (blas)
    all["cublas_version"] = blas->version;
  all["baselines"] = std::move(timed);
}
