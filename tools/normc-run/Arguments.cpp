//===- Arguments.cpp - the tensors of one call ----------------------------===//
//
// Sizes first, then whether the machine has the memory, then values.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "Inputs.h"
#include "Norm/Norm.h"
#include "normc/Import/DimensionNames.h"
#include "normc/Support/Npy.h"

#include "llvm/ADT/StringExtras.h"
#include <unistd.h>

using namespace mlir;
using namespace normc;

Result<std::vector<TensorView>> Arguments::views(const Plan &plan) {
  std::vector<TensorView> views(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i])
      views[i] = tensors[places[i]]->view();
    views[i].number = numbers[i];
  }
  windowSizes.resize(plan.numWindows);
  for (int64_t i = plan.firstWindow(); i < plan.numTensors(); ++i)
    if (Status status = placeWindow(plan, i, dimensions.data(),
                                    windowSizes[i - plan.firstWindow()].data(), views.data());
        !status.isOk())
      return status;
  return views;
}

std::optional<int64_t> Arguments::inPlaceOf(int64_t result) const {
  for (auto [argument, place] : llvm::enumerate(places))
    if (place == result && static_cast<int64_t>(argument) != result)
      return argument;
  return std::nullopt;
}

static llvm::Expected<int64_t> tensorNamed(const Plan &plan, llvm::StringRef name) {
  for (auto [index, tensor] : llvm::enumerate(plan.tensors))
    if (tensor.name == name)
      return index;
  return llvm::createStringError("'" + plan.name + "' has no argument or result '" + name + "'");
}

namespace {
/// Fills in the arguments, step by step.
class Reader {
public:
  Reader(const Options &options, func::FuncOp function, const Plan &plan, Arguments &arguments)
      : options(options), function(function), plan(plan), arguments(arguments) {}

  int run();

private:
  int readFileNames();
  int readShapes();
  int readLayouts();
  int readPlaces();
  int checkMemory();
  int readNumber(int64_t index);
  int placeTensor(int64_t index);
  std::optional<int64_t> countRowsToChoose(int64_t index);
  int verifyIndices(int64_t index, const HostTensor &indices);
  int readInputs();

  const Options &options;
  func::FuncOp function;
  const Plan &plan;
  Arguments &arguments;
  std::vector<Layout> layoutOf;
  std::vector<std::string> files; ///< or numbers, from --input
};
} // namespace

int Reader::readFileNames() {
  files.resize(plan.tensors.size());
  for (const std::string &text : options.inputs) {
    auto [name, value] = splitPair(text);
    llvm::Expected<int64_t> index = tensorNamed(plan, name);
    if (!index || *index >= plan.numArguments) {
      llvm::consumeError(index.takeError());
      return fail(WrongUsage, "--input: '" + plan.name + "' has no argument '" + name + "'");
    }
    files[*index] = value.str();
  }
  return Done;
}

int Reader::readShapes() {
  constexpr int64_t unset = -1;
  SmallVector<int64_t> &dimensions = arguments.dimensions;
  dimensions.assign(plan.numDimensions, unset);
  for (const std::string &text : options.shapes) {
    auto [name, value] = splitPair(text);
    auto it = llvm::find(arguments.names, name);
    int64_t size;
    if (it == arguments.names.end())
      return fail(WrongUsage, "--shape: '" + plan.name + "' has no dimension '" + name +
                                  "', it has " + llvm::join(arguments.names, ", "));
    if (value.getAsInteger(10, size) || size < 0 || size > (int64_t(1) << 40))
      return fail(WrongUsage,
                  "--shape: '" + name + "' must be a size from 0 to 2^40, got '" + value + "'");
    int64_t &dimension = dimensions[it - arguments.names.begin()];
    if (dimension != unset && dimension != size)
      return fail(WrongUsage, "--shape: '" + name + "' is given as " + llvm::Twine(dimension) +
                                  " and as " + llvm::Twine(size));
    dimension = size;
  }
  // A dimension that only a file knows.
  for (auto [described, file] : llvm::zip_equal(plan.tensors, files)) {
    if (file.empty() || described.isNumber)
      continue;
    llvm::Expected<HostTensor> tensor = readNpy(file, described.element);
    if (!tensor)
      return fail(Environment, llvm::toString(tensor.takeError()));
    for (auto [expr, size] : llvm::zip(described.sizes, tensor->shape))
      if (expr.kind == SizeExpr::Dimension && dimensions[expr.value] == unset)
        dimensions[expr.value] = size;
  }
  constexpr int64_t defaultSize = 4;
  for (int64_t &size : dimensions)
    if (size == unset)
      size = defaultSize;
  return Done;
}

int Reader::readLayouts() {
  layoutOf.assign(plan.tensors.size(), Layout::Dense);
  for (const std::string &text : options.layouts) {
    auto [name, value] = splitPair(text);
    std::optional<Layout> layout = lookUpLayout(value);
    if (!layout)
      return fail(WrongUsage, "--layout: unknown layout '" + value +
                                  "', expected dense, strided, misaligned or expanded");
    if (!name.empty()) {
      llvm::Expected<int64_t> index = tensorNamed(plan, name);
      if (!index)
        return fail(WrongUsage, "--layout: " + llvm::toString(index.takeError()));
      layoutOf[*index] = *layout;
      continue;
    }
    // For all tensors; only inputs can be expanded.
    for (int64_t i = 0; i < plan.firstTemporary(); ++i)
      if (*layout != Layout::Expanded || i < plan.numArguments)
        layoutOf[i] = *layout;
  }
  return Done;
}

/// A result in place lies as its argument does.
int Reader::readPlaces() {
  std::vector<int64_t> &places = arguments.places;
  for (int64_t i = 0; i < plan.numTensors(); ++i)
    places.push_back(i);
  for (const std::string &text : options.inPlace) {
    auto [name, value] = splitPair(text);
    llvm::Expected<int64_t> result = tensorNamed(plan, name), argument = tensorNamed(plan, value);
    bool areTensors = result && argument && plan.isResult(*result) &&
                      *argument < plan.numArguments && !plan.tensors[*argument].isNumber;
    if (!areTensors) {
      llvm::consumeError(result.takeError());
      llvm::consumeError(argument.takeError());
      return fail(WrongUsage, "--in-place: '" + plan.name +
                                  "' has no result and tensor argument named by '" + text +
                                  "', expected as result0=x");
    }
    const PlanTensor &from = plan.tensors[*argument], &to = plan.tensors[*result];
    if (from.element != to.element || from.sizes != to.sizes)
      return fail(WrongUsage,
                  "--in-place: '" + to.name + "' and '" + from.name + "' differ in type or sizes");
    if (places[*argument] != *argument || arguments.inPlaceOf(*result))
      return fail(WrongUsage, "--in-place: '" + text + "' names a tensor for the second time");
    if (layoutOf[*result] != layoutOf[*argument])
      return fail(WrongUsage,
                  "--in-place: '" + to.name + "' and '" + from.name + "' must have one --layout");
    places[*argument] = *result;
  }
  return Done;
}

/// What is asked for may be more than any machine has: found out before anything is allocated.
int Reader::checkMemory() {
  int64_t machine = sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE), used = 0;
  for (auto [i, tensor] : llvm::enumerate(plan.tensors)) {
    if (tensor.isNumber || tensor.windowOf)
      continue;
    SmallVector<int64_t> sizes(tensor.sizes.size());
    if (Status status = sizesOf(tensor, arguments.dimensions.data(), sizes.data()); !status.isOk())
      return fail(status);
    Result<int64_t> bytes = bytesOf(tensor, arguments.dimensions.data());
    if (!bytes.isOk())
      return fail(bytes.getError());
    std::optional<int64_t> needed = PlacedTensor::storageBytes(tensor.element, sizes, layoutOf[i]);
    if (!needed)
      return fail(BadInput, "'" + tensor.name + "' would span more than 2^63 - 1 bytes");
    // The reference gets a copy of every argument.
    bool isArgument = static_cast<int64_t>(i) < plan.numArguments;
    if (__builtin_add_overflow(used, *needed, &used) ||
        (isArgument && __builtin_add_overflow(used, *bytes, &used)) || used > machine)
      return fail(Environment, "'" + tensor.name + "' needs " + llvm::Twine(*needed) +
                                   " bytes, with the tensors before it more than the machine's " +
                                   llvm::Twine(machine) + " bytes of memory");
  }
  return Done;
}

int Reader::readNumber(int64_t index) {
  float &number = arguments.numbers[index];
  number = 1.5f;
  double parsed;
  if (!files[index].empty()) {
    if (llvm::StringRef(files[index]).getAsDouble(parsed, /*AllowInexact=*/true))
      return fail(WrongUsage, "--input: '" + plan.tensors[index].name +
                                  "' must be a number, got '" + files[index] + "'");
    number = static_cast<float>(parsed);
  }
  arguments.values.push_back(number);
  return Done;
}

/// How many rows the smallest table has that the argument chooses rows of, where that is known.
std::optional<int64_t> Reader::countRowsToChoose(int64_t index) {
  std::optional<int64_t> fewest;
  for (Operation *user : function.getArgument(index).getUsers()) {
    auto gather = dyn_cast<norm::GatherOp>(user);
    if (!gather || gather.getIndex() != function.getArgument(index))
      continue;
    std::optional<int64_t> rows = gather.getTable().getType().getDimSize(0);
    if (ShapedType::isDynamic(*rows)) {
      auto table = dyn_cast<BlockArgument>(gather.getTable());
      rows = std::nullopt;
      if (table)
        rows = plan.tensors[table.getArgNumber()].sizes[0].evaluate(arguments.dimensions.data());
    }
    if (rows)
      fewest = std::min(fewest.value_or(INT64_MAX), *rows);
  }
  return fewest;
}

/// On a GPU nothing else would say it.
int Reader::verifyIndices(int64_t index, const HostTensor &indices) {
  std::optional<int64_t> rows = countRowsToChoose(index);
  for (int64_t i = 0, e = rows ? indices.numElements() : 0; i < e; ++i)
    if (int64_t row = indices.getIndex(i); row < 0 || row >= *rows)
      return fail(Environment, "element " + std::to_string(i) + " of '" + plan.tensors[index].name +
                                   "' must be from 0 to less than " + std::to_string(*rows) +
                                   ", the rows of the table, got " + std::to_string(row));
  return Done;
}

int Reader::placeTensor(int64_t index) {
  const PlanTensor &tensor = plan.tensors[index];
  std::optional<PlacedTensor> &placed = arguments.tensors[index];
  const int64_t *dimensions = arguments.dimensions.data();
  SmallVector<int64_t> sizes(tensor.sizes.size());
  if (Status status = sizesOf(tensor, dimensions, sizes.data()); !status.isOk())
    return fail(status);
  if (index < plan.numArguments) {
    HostTensor host;
    if (files[index].empty()) {
      host = randomTensor(tensor.element, sizes, options.seed, index,
                          *lookUpDistribution(options.distribution));
      if (isIndex(tensor.element))
        host = randomIndices(tensor.element, sizes, options.seed, index,
                             std::max<int64_t>(countRowsToChoose(index).value_or(1), 1));
    } else {
      llvm::Expected<HostTensor> read = readNpy(files[index], tensor.element);
      if (!read)
        return fail(Environment, llvm::toString(read.takeError()));
      host = std::move(*read);
    }
    SmallVector<int64_t> strides(host.shape.size());
    denseStrides(host.shape.data(), host.shape.size(), strides.data());
    TensorView shapeOnly{nullptr,
                         host.shape.data(),
                         strides.data(),
                         static_cast<int64_t>(host.shape.size()),
                         host.element,
                         0,
                         0};
    if (Status status = checkTensor(plan, index, shapeOnly, dimensions); !status.isOk())
      return fail(status);
    if (int code = isIndex(host.element) ? verifyIndices(index, host) : Done)
      return code;
    placed.emplace(tensor.element, sizes, layoutOf[index]);
    placed->write(host);
    // An expanded tensor holds its last slice everywhere.
    arguments.values.push_back(placed->read());
  } else if (std::optional<int64_t> argument = arguments.inPlaceOf(index)) {
    placed = arguments.tensors[*argument];
  } else {
    placed.emplace(tensor.element, sizes, layoutOf[index]);
  }
  TensorView view = placed->view();
  if (Status status = checkTensor(plan, index, view, dimensions); !status.isOk())
    return fail(status);
  return Done;
}

int Reader::readInputs() {
  if (!lookUpDistribution(options.distribution))
    return fail(WrongUsage, "--distribution: unknown distribution '" + options.distribution +
                                "', expected normal, uniform, integers, offset, ones or specials");
  arguments.tensors.resize(plan.tensors.size());
  arguments.numbers.assign(plan.tensors.size(), 0.0f);
  for (int64_t i = 0; i < plan.firstWindow(); ++i)
    if (int code = plan.tensors[i].isNumber ? readNumber(i) : placeTensor(i))
      return code;
  return Done;
}

int Reader::run() {
  for (auto step : {&Reader::readFileNames, &Reader::readShapes, &Reader::readLayouts,
                    &Reader::readPlaces, &Reader::checkMemory, &Reader::readInputs})
    if (int code = (this->*step)())
      return code;
  return Done;
}

int normc::makeArguments(const Options &options, func::FuncOp function, const Plan &plan,
                         Arguments &arguments) {
  arguments.names = dimensionNames(function, plan.numDimensions);
  return Reader(options, function, plan, arguments).run();
}

int normc::writeOutputs(const Options &options, const Plan &plan, const Arguments &arguments) {
  for (const std::string &text : options.outputs) {
    auto [name, path] = splitPair(text);
    llvm::Expected<int64_t> index = tensorNamed(plan, name);
    if (!index || !plan.isResult(*index)) {
      llvm::consumeError(index.takeError());
      return fail(WrongUsage, "--output: '" + plan.name + "' has no result '" + name + "'");
    }
    if (llvm::Error error = writeNpy(path, arguments.tensors[*index]->read()))
      return fail(Environment, llvm::toString(std::move(error)));
  }
  return Done;
}
