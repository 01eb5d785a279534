//===- RowFit.h - which thread counts fit a row ------------------*- C++ -*-===//
//
// The two rules that every config keeps: the tree has a place for the threads, and a
// thread's part of the row fits its registers.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHEDULE_ROWFIT_H
#define NORMC_SCHEDULE_ROWFIT_H

#include <cstdint>
#include <optional>

namespace normc {

/// The most elements of a row that a thread may hold: as f32, half its registers.
constexpr int64_t maxElementsPerThread = 128;

/// The elements that a thread holds of a row, or of a segment of a longer one.
int64_t elementsPerThread(int64_t rowLength, int64_t threadsPerRow, int64_t vectorWidth);

/// The segments of a row (dialects/Norm/README.md): the CTAs of a cluster that holds it.
int64_t numSegments(int64_t rowLength);

/// Whether a config may have so many threads a row; a row without length is one number.
bool fitsRow(std::optional<int64_t> rowLength, int64_t threadsPerRow, int64_t vectorWidth);

} // namespace normc

#endif // NORMC_SCHEDULE_ROWFIT_H
