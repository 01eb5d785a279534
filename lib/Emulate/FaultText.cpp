//===- FaultText.cpp - faults in words ------------------------------------===//
//
// Words for what the checks find: one line each, with the operation's place in the
// source and the thread.
//
//===----------------------------------------------------------------------===//

#include "FaultText.h"

#include "llvm/Support/FormatVariadic.h"

using namespace normc;
using namespace normc::emulate;
using llvm::formatv;

std::string FaultText::triple(const std::array<int64_t, 3> &extents) {
  return formatv("({0}, {1}, {2})", extents[0], extents[1], extents[2]);
}

/// The thread that a shadow entry names; 0 stands for one of several.
std::string FaultText::nameOf(ThreadNumber number) const {
  if (number == 0)
    return "another thread";
  int64_t perCta = ctaExtent.x * ctaExtent.y * ctaExtent.z;
  int64_t thread = (number - 1) % perCta, cta = (number - 1) / perCta;
  return formatv("thread {0} of CTA {1}",
                 triple({thread % ctaExtent.x, thread / ctaExtent.x % ctaExtent.y,
                         thread / (ctaExtent.x * ctaExtent.y)}),
                 triple({cta % grid.x, cta / grid.x % grid.y, cta / (grid.x * grid.y)}));
}

std::string FaultText::describeShared(const OpInfo &op, const Conflict &conflict) const {
  const char *verb = op.kind == OpKind::SharedLoad ? "read" : "write";
  std::string element =
      formatv("{0} of element {1} of shared array {2}", verb, conflict.element, op.target);
  if (conflict.rank >= 0)
    element += " of rank " + std::to_string(conflict.rank);
  const char *barrier = conflict.isAcrossCtas ? "cluster barrier" : "barrier";
  std::string other = nameOf(conflict.other);
  std::string otherPlace =
      conflict.otherOp < 0 ? "" : " at " + kernel.ops[conflict.otherOp].location;
  switch (conflict.kind) {
  case Conflict::OutOfBounds:
    return formatv("{0} is outside its {1} elements", element,
                   kernel.sharedArrays[op.target].numElements);
  case Conflict::Unwritten:
    return element + ", which no thread of this CTA has written";
  case Conflict::WriteAfterWrite:
  case Conflict::ReadAfterWrite:
    return formatv("race: {0}, written{1} by {2} with no {3} between", element, otherPlace, other,
                   barrier);
  default:
    return formatv("race: {0}, read{1} by {2} with no {3} between", element, otherPlace, other,
                   barrier);
  }
}

std::string FaultText::describeGlobal(const OpInfo &op, const Conflict &conflict) const {
  const KernelArgument &argument = arguments[op.target];
  const char *verb = op.kind == OpKind::GlobalLoad ? "read" : "write";
  int64_t byte = int64_t(uint64_t(conflict.element) * op.elementBytes);
  std::string access = formatv("{0} of {1} bytes at element {2} (byte {3}) of argument '{4}'", verb,
                               op.accessBytes(), conflict.element, byte, argument.name);
  std::string element =
      formatv("{0} of element {1} of argument '{2}'", verb, conflict.element, argument.name);
  std::string other = nameOf(conflict.other);
  switch (conflict.kind) {
  case Conflict::OutOfBounds:
    return formatv("{0} is outside its {1} bytes", access, argument.numBytes);
  case Conflict::Misaligned:
    return formatv("{0} is misaligned: {1} bytes past a multiple of {2}", access,
                   (reinterpret_cast<uint64_t>(argument.pointer) + byte) % op.alignment,
                   op.alignment);
  case Conflict::WriteAfterWrite:
    return formatv("race: {0}, also written by {1}", element, other);
  case Conflict::ReadAfterWrite:
    return formatv("race: {0}, written by {1}", element, other);
  case Conflict::WriteAfterRead:
    return formatv("race: {0}, read by {1}", element, other);
  case Conflict::InvariantRead:
    return formatv("invariant {0}, written by {1}", element, other);
  case Conflict::WriteAfterInvariant:
    return formatv("{0}, which an invariant load of {1} read", element, other);
  case Conflict::Unwritten:
    break;
  }
  return element;
}

std::string FaultText::describe(uint32_t op, const Conflict &conflict) const {
  const OpInfo &info = kernel.ops[op];
  bool isShared = info.kind == OpKind::SharedLoad || info.kind == OpKind::SharedStore ||
                  info.kind == OpKind::ClusterStore;
  return isShared ? describeShared(info, conflict) : describeGlobal(info, conflict);
}

std::string FaultText::compose(uint32_t op, const std::string &text,
                               const ThreadPlace &place) const {
  return formatv("{0}: {1} [kernel '{2}', thread {3}, CTA {4}]", kernel.ops[op].location, text,
                 kernel.name, triple(place.thread), triple(place.cta));
}
