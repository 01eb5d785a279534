//===- Status.h - errors of the launcher -------------------------*- C++ -*-===//
//
// Success, or a one-line message and whose fault it is. No exceptions leave the launcher.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LAUNCH_STATUS_H
#define NORMC_LAUNCH_STATUS_H

#include <string>
#include <utility>
#include <variant>

namespace normc {

/// The numbers are the tools' exit codes and those of the C API.
enum class ErrorKind {
  None = 0,
  BadInput = 1,    ///< a package or tensors that do not fit
  Usage = 2,       ///< a call that makes no sense, whatever the tensors
  Environment = 3, ///< files, the driver, the device
};

class [[nodiscard]] Status {
public:
  /// Success.
  Status() = default;
  Status(ErrorKind kind, std::string message) : kind(kind), message(std::move(message)) {}

  bool isOk() const { return kind == ErrorKind::None; }
  ErrorKind getKind() const { return kind; }
  /// One line, lower case, without a full stop.
  const std::string &getMessage() const { return message; }

private:
  ErrorKind kind = ErrorKind::None;
  std::string message;
};

inline Status badInput(std::string message) { return {ErrorKind::BadInput, std::move(message)}; }
inline Status wrongUsage(std::string message) { return {ErrorKind::Usage, std::move(message)}; }
inline Status environmentError(std::string message) {
  return {ErrorKind::Environment, std::move(message)};
}

/// A value, or why there is none.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : state(std::move(value)) {}
  Result(Status error) : state(std::move(error)) {}

  bool isOk() const { return std::holds_alternative<T>(state); }
  T &operator*() { return std::get<T>(state); }
  const T &operator*() const { return std::get<T>(state); }
  T *operator->() { return &std::get<T>(state); }
  const T *operator->() const { return &std::get<T>(state); }
  /// Success where there is a value.
  Status getError() const { return isOk() ? Status() : std::get<Status>(state); }

private:
  std::variant<T, Status> state;
};

} // namespace normc

#endif // NORMC_LAUNCH_STATUS_H
