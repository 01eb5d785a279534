//===- ReadPackage.cpp - bytes to a package -------------------------------===//
//
// Trusts nothing: every value is looked at before it is used, and what was found is named
// with the place in the header and what was wanted.
//
//===----------------------------------------------------------------------===//

#include "PackageFormat.h"
#include "normc/Launch/Package.h"

#include <nlohmann/json.hpp>

using namespace normc;
using Json = nlohmann::json;

// Nesting of the header; the deepest legitimate place is an expression's.
static constexpr int maxDepth = 96;

namespace {
/// The first error stops the reading: `failed()` holds from then on, and values are defaults.
class HeaderReader {
public:
  HeaderReader(const Json &header, std::string_view blobs) : header(header), blobs(blobs) {}

  Result<Package> run();

private:
  void refuse(const std::string &place, const std::string &wanted, const Json &found);
  void refuse(const std::string &message) {
    if (status.isOk())
      status = badInput("package: " + message);
  }
  bool failed() const { return !status.isOk(); }

  const Json &member(const Json &object, const std::string &place, const char *key);
  const Json &list(const Json &object, const std::string &place, const char *key);
  std::string readString(const Json &value, const std::string &place);
  int64_t readInteger(const Json &value, const std::string &place, int64_t low, int64_t high);
  bool readBool(const Json &value, const std::string &place);
  std::vector<int64_t> readIntegers(const Json &values, const std::string &place, int64_t high);

  SizeExpr readExpr(const Json &value, const std::string &place);
  std::vector<SizeExpr> readExprs(const Json &values, const std::string &place);
  PlanTensor readTensor(const Json &value, const std::string &place);
  void readFunction(const Json &value, const std::string &place);
  PlanParameter readParameter(const Json &value, const std::string &place, int64_t numTensors);
  PlanKernel readKernel(const Json &value, const std::string &place, int64_t numTensors);
  PlanLaunch readLaunch(const Json &value, const std::string &place, int64_t numTensors);
  void readBlob(const Json &value, const std::string &place, PackageChip &chip);
  void readChip(const Json &value, const std::string &place);

  const Json &header;
  std::string_view blobs;
  uint64_t blobBytes = 0; ///< read so far
  Package package;
  std::vector<Plan> signatures;
  Status status;
};
} // namespace

static std::string indexed(const std::string &place, size_t index) {
  return place + "[" + std::to_string(index) + "]";
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void HeaderReader::refuse(const std::string &place, const std::string &wanted, const Json &found) {
  if (failed())
    return;
  constexpr size_t shown = 40;
  std::string text = found.is_object()  ? "an object"
                     : found.is_array() ? "a list of " + std::to_string(found.size())
                                        : found.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > shown)
    text = text.substr(0, shown) + "...";
  refuse(place + " must be " + wanted + ", got " + text);
}

const Json &HeaderReader::member(const Json &object, const std::string &place, const char *key) {
  static const Json missing;
  std::string name = place.empty() ? "the header" : place;
  if (!object.is_object()) {
    refuse(name, "an object", object);
    return missing;
  }
  auto it = object.find(key);
  if (it == object.end()) {
    refuse(name + " has no '" + key + "'");
    return missing;
  }
  return *it;
}

const Json &HeaderReader::list(const Json &object, const std::string &place, const char *key) {
  static const Json empty = Json::array();
  const Json &values = member(object, place, key);
  if (values.is_array())
    return values;
  refuse(place.empty() ? key : place + "." + key, "a list", values);
  return empty;
}

std::string HeaderReader::readString(const Json &value, const std::string &place) {
  if (value.is_string())
    return value.get<std::string>();
  refuse(place, "a string", value);
  return "";
}

int64_t HeaderReader::readInteger(const Json &value, const std::string &place, int64_t low,
                                  int64_t high) {
  bool fits = value.is_number_unsigned()
                  ? value.get<uint64_t>() <= static_cast<uint64_t>(std::max<int64_t>(high, 0))
                  : value.is_number_integer() && value.get<int64_t>() <= high;
  if (fits && value.get<int64_t>() >= low)
    return value.get<int64_t>();
  refuse(place, "an integer from " + std::to_string(low) + " to " + std::to_string(high), value);
  return low;
}

bool HeaderReader::readBool(const Json &value, const std::string &place) {
  if (value.is_boolean())
    return value.get<bool>();
  refuse(place, "true or false", value);
  return false;
}

std::vector<int64_t> HeaderReader::readIntegers(const Json &values, const std::string &place,
                                                int64_t high) {
  std::vector<int64_t> numbers;
  for (size_t i = 0; i < values.size() && !failed(); ++i)
    numbers.push_back(readInteger(values[i], indexed(place, i), 0, high));
  return numbers;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

SizeExpr HeaderReader::readExpr(const Json &value, const std::string &place) {
  SizeExpr expr;
  if (value.is_number()) {
    expr.value = readInteger(value, place, 0, INT64_MAX);
    return expr;
  }
  if (value.is_string()) {
    const auto &text = value.get_ref<const std::string &>();
    expr.kind = SizeExpr::Dimension;
    bool isDimension = text.size() >= 2 && text.size() <= 4 && text[0] == 's';
    for (size_t i = 1; i < text.size() && isDimension; ++i) {
      isDimension = text[i] >= '0' && text[i] <= '9';
      expr.value = expr.value * 10 + (text[i] - '0');
    }
    if (isDimension)
      return expr;
  } else if (value.is_object() && value.size() == 1) {
    const std::string &name = value.begin().key();
    const Json &operands = value.begin().value();
    if ((name == "add" || name == "mul" || name == "ceildiv") && operands.is_array() &&
        operands.size() == 2) {
      expr.kind = name == "add"   ? SizeExpr::Add
                  : name == "mul" ? SizeExpr::Multiply
                                  : SizeExpr::CeilDivide;
      for (size_t i = 0; i < 2 && !failed(); ++i)
        expr.operands.push_back(readExpr(operands[i], place));
      return expr;
    }
  }
  refuse(place, "an integer, a dimension as \"s0\", or add, mul or ceildiv of two", value);
  return SizeExpr();
}

std::vector<SizeExpr> HeaderReader::readExprs(const Json &values, const std::string &place) {
  std::vector<SizeExpr> exprs;
  for (size_t i = 0; i < values.size() && !failed(); ++i)
    exprs.push_back(readExpr(values[i], indexed(place, i)));
  return exprs;
}

PlanTensor HeaderReader::readTensor(const Json &value, const std::string &place) {
  PlanTensor tensor;
  tensor.name = readString(member(value, place, "name"), place + ".name");
  const Json &kind = member(value, place, "kind");
  if (kind != "number" && kind != "tensor")
    refuse(place + ".kind", "\"tensor\" or \"number\"", kind);
  tensor.isNumber = kind == "number";
  const Json &type = member(value, place, "type");
  std::optional<ElementType> element = getElementType(readString(type, place + ".type"));
  if (!element || (tensor.isNumber && *element != ElementType::F32))
    refuse(place + ".type",
           tensor.isNumber
               ? "\"f32\""
               : "\"f32\", \"f16\", \"bf16\", \"f8E4M3FN\", \"f8E5M2\", \"i8\", \"i32\" or \"i64\"",
           type);
  tensor.element = element.value_or(ElementType::F32);
  if (!failed() && !tensor.isNumber)
    tensor.sizes = readExprs(list(value, place, "sizes"), place + ".sizes");
  return tensor;
}

void HeaderReader::readFunction(const Json &value, const std::string &place) {
  PackageFunction function;
  Plan plan;
  function.name = plan.name = readString(member(value, place, "name"), place + ".name");
  for (const PackageFunction &other : package.functions)
    if (other.name == function.name)
      refuse("two functions are named '" + function.name + "'");
  const Json &law = member(value, place, "law");
  if (law != "strict" && law != "relaxed")
    refuse(place + ".law", "\"strict\" or \"relaxed\"", law);
  function.isRelaxed = law == "relaxed";
  plan.numDimensions =
      readInteger(member(value, place, "dimensions"), place + ".dimensions", 0, maxPlanDimensions);
  auto readTensors = [&](const char *key) {
    const Json &tensors = list(value, place, key);
    for (size_t i = 0; i < tensors.size() && !failed(); ++i)
      plan.tensors.push_back(readTensor(tensors[i], indexed(place + "." + key, i)));
    return static_cast<int64_t>(tensors.size());
  };
  plan.numArguments = readTensors("arguments");
  plan.numResults = readTensors("results");
  readTensors("temporaries");
  int64_t numWhole = plan.numTensors();
  plan.numWindows = readTensors("windows");
  const Json &windows = list(value, place, "windows");
  for (int64_t i = 0; i < plan.numWindows && !failed(); ++i) {
    PlanTensor &window = plan.tensors[numWhole + i];
    std::string at = indexed(place + ".windows", i);
    window.windowOf = readInteger(member(windows[i], at, "of"), at + ".of", 0, numWhole - 1);
    window.start = readExprs(list(windows[i], at, "start"), at + ".start");
  }
  package.functions.push_back(std::move(function));
  signatures.push_back(std::move(plan));
}

//===----------------------------------------------------------------------===//
// Chips
//===----------------------------------------------------------------------===//

PlanParameter HeaderReader::readParameter(const Json &value, const std::string &place,
                                          int64_t numTensors) {
  PlanParameter parameter;
  bool isOne = value.is_object() && value.size() == 1;
  std::string kind = isOne ? value.begin().key() : "";
  if (kind == "size") {
    parameter.kind = PlanParameter::Size;
    parameter.size = readExpr(value["size"], place + ".size");
  } else if (kind == "pointer" || kind == "number") {
    parameter.kind = kind == "pointer" ? PlanParameter::Pointer : PlanParameter::Number;
    parameter.tensor = readInteger(value[kind], place + "." + kind, 0, numTensors - 1);
  } else if (kind == "stride" && value[kind].is_array() && value[kind].size() == 2) {
    parameter.kind = PlanParameter::Stride;
    parameter.tensor = readInteger(value[kind][0], place + ".stride[0]", 0, numTensors - 1);
    parameter.axis = readInteger(value[kind][1], place + ".stride[1]", 0, maxPlanRank - 1);
  } else {
    refuse(place, "a pointer, a stride of a tensor and an axis, a size or a number", value);
  }
  return parameter;
}

PlanKernel HeaderReader::readKernel(const Json &value, const std::string &place,
                                    int64_t numTensors) {
  PlanKernel kernel;
  kernel.name = readString(member(value, place, "name"), place + ".name");
  kernel.variant = readString(member(value, place, "variant"), place + ".variant");
  kernel.isInPlace = readBool(member(value, place, "in_place"), place + ".in_place");
  kernel.maxCtas = readInteger(member(value, place, "max_ctas"), place + ".max_ctas", 0, INT32_MAX);
  kernel.needsCollapsedRows = readBool(member(value, place, "collapsed"), place + ".collapsed");
  kernel.alignments =
      readIntegers(list(value, place, "alignments"), place + ".alignments", INT64_MAX);
  kernel.grid = readExpr(member(value, place, "grid"), place + ".grid");
  const Json &block = list(value, place, "block");
  if (block.size() != 2)
    refuse(place + ".block", "a list of 2", block);
  std::vector<int64_t> sides = readIntegers(block, place + ".block", INT64_MAX);
  if (failed())
    return kernel;
  kernel.threadsPerRow = sides[0];
  kernel.rowsPerCta = sides[1];
  const Json &parameters = list(value, place, "parameters");
  for (size_t i = 0; i < parameters.size() && !failed(); ++i)
    kernel.parameters.push_back(
        readParameter(parameters[i], indexed(place + ".parameters", i), numTensors));
  return kernel;
}

PlanLaunch HeaderReader::readLaunch(const Json &value, const std::string &place,
                                    int64_t numTensors) {
  PlanLaunch launch;
  launch.rows = readExprs(list(value, place, "rows"), place + ".rows");
  launch.partAxes =
      readIntegers(list(value, place, "part_axes"), place + ".part_axes", maxPlanRank);
  launch.tensors = readIntegers(list(value, place, "tensors"), place + ".tensors", numTensors - 1);
  launch.collapsible =
      readIntegers(list(value, place, "collapsible"), place + ".collapsible", maxPlanRank);
  launch.bytes = readExpr(member(value, place, "bytes"), place + ".bytes");
  const Json &pairs = list(value, place, "in_place");
  for (size_t i = 0; i < pairs.size() && !failed(); ++i) {
    std::string at = indexed(place + ".in_place", i);
    if (!pairs[i].is_array() || pairs[i].size() != 2)
      refuse(at, "a list of 2", pairs[i]);
    else if (std::vector<int64_t> pair = readIntegers(pairs[i], at, numTensors - 1); !failed())
      launch.inPlace.push_back({pair[0], pair[1]});
  }
  const Json &kernels = list(value, place, "kernels");
  for (size_t i = 0; i < kernels.size() && !failed(); ++i)
    launch.kernels.push_back(readKernel(kernels[i], indexed(place + ".kernels", i), numTensors));
  return launch;
}

void HeaderReader::readBlob(const Json &value, const std::string &place, PackageChip &chip) {
  const Json &kind = member(value, place, "kind");
  if (kind != "ptx" && kind != "cubin")
    refuse(place + ".kind", "\"ptx\" or \"cubin\"", kind);
  uint64_t offset = readInteger(member(value, place, "offset"), place + ".offset", 0, INT64_MAX);
  uint64_t size = readInteger(member(value, place, "size"), place + ".size", 1, INT64_MAX);
  uint32_t crc = readInteger(member(value, place, "crc32"), place + ".crc32", 0, UINT32_MAX);
  if (failed())
    return;
  if (offset % blobAlignment != 0)
    return refuse(place + ".offset", "a multiple of 16", value["offset"]);
  if (offset > blobs.size() || size > blobs.size() - offset)
    return refuse(place + " ends at byte " + std::to_string(offset + size) +
                  " of the blobs, the file has " + std::to_string(blobs.size()));
  blobBytes += size;
  if (blobBytes > blobs.size()) // overlapping blobs could claim the file many times over
    return refuse("the blobs claim " + std::to_string(blobBytes) + " bytes, the file has " +
                  std::to_string(blobs.size()));
  std::string_view data = blobs.substr(offset, size);
  if (uint32_t found = crc32Of(data); found != crc)
    return refuse(place + " is damaged: its crc32 is " + std::to_string(found) + ", wanted " +
                  std::to_string(crc));
  chip.blobs.push_back({kind == "ptx" ? PackageBlob::Ptx : PackageBlob::Cubin, std::string(data)});
}

void HeaderReader::readChip(const Json &value, const std::string &place) {
  PackageChip chip;
  const Json &name = member(value, place, "chip");
  chip.chip = readString(name, place + ".chip");
  if (!isChipName(chip.chip))
    refuse(place + ".chip", "a name as sm_90 or sm_90a", name);
  for (const PackageChip &other : package.chips)
    if (other.chip == chip.chip)
      refuse("two chips are named '" + chip.chip + "'");
  chip.waits = readBool(member(value, place, "waits"), place + ".waits");
  const Json &blobList = list(value, place, "blobs");
  if (blobList.empty())
    refuse(place + " has no blobs");
  for (size_t i = 0; i < blobList.size() && !failed(); ++i)
    readBlob(blobList[i], indexed(place + ".blobs", i), chip);
  const Json &functions = member(value, place, "functions");
  for (size_t f = 0; f < signatures.size() && !failed(); ++f) {
    Plan plan = signatures[f];
    std::string at = place + ".functions";
    const Json &function = member(functions, at, plan.name.c_str());
    at += "." + plan.name;
    const Json &launches = list(function, at, "launches");
    for (size_t i = 0; i < launches.size() && !failed(); ++i)
      plan.launches.push_back(
          readLaunch(launches[i], indexed(at + ".launches", i), plan.numTensors()));
    if (failed())
      return;
    if (Status checked = checkPlan(plan); !checked.isOk())
      return refuse("chip " + chip.chip + ", " + checked.getMessage());
    chip.plans.push_back(std::move(plan));
  }
  if (!failed())
    package.chips.push_back(std::move(chip));
}

Result<Package> HeaderReader::run() {
  readInteger(member(header, "", "format"), "format", packageFormat, packageFormat);
  package.compiler = readString(member(header, "", "compiler"), "compiler");
  const Json &functions = list(header, "", "functions");
  for (size_t i = 0; i < functions.size() && !failed(); ++i)
    readFunction(functions[i], indexed("functions", i));
  const Json &chips = list(header, "", "chips");
  if (chips.empty())
    refuse("the header has no chips");
  for (size_t i = 0; i < chips.size() && !failed(); ++i)
    readChip(chips[i], indexed("chips", i));
  if (failed())
    return status;
  return std::move(package);
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// Parsed as a stream with the nesting bounded, so that no header makes a deep tree.
static Result<Json> parseHeader(std::string_view text) {
  bool isTooDeep = false;
  auto bound = [&](int depth, Json::parse_event_t, Json &) {
    isTooDeep |= depth > maxDepth;
    return depth <= maxDepth;
  };
  try {
    Json header = Json::parse(text.begin(), text.end(), bound);
    if (isTooDeep)
      return badInput("package: the header nests more than " + std::to_string(maxDepth) + " deep");
    return header;
  } catch (const Json::parse_error &error) {
    return badInput("package: the header is not JSON at byte " + std::to_string(error.byte) +
                    " of " + std::to_string(text.size()));
  } catch (const Json::exception &) {
    return badInput("package: the header has a number that cannot be read");
  }
}

Result<Package> normc::readPackage(std::string_view bytes) {
  if (bytes.substr(0, packageMagic.size()) != packageMagic)
    return badInput("not a normc package: it must begin with " + std::string(packageMagic));
  if (bytes.size() < packagePrefixBytes)
    return badInput("package: it ends after " + std::to_string(bytes.size()) +
                    " bytes, before the length of its header");
  uint64_t length = 0;
  for (int byte = 0; byte < 8; ++byte)
    length |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[packageMagic.size() + byte]))
              << (8 * byte);
  bytes.remove_prefix(packagePrefixBytes);
  if (length > maxHeaderBytes || length > bytes.size())
    return badInput("package: the header claims " + std::to_string(length) +
                    " bytes, the file has " + std::to_string(bytes.size()) + " left, the most is " +
                    std::to_string(maxHeaderBytes));
  Result<Json> header = parseHeader(bytes.substr(0, length));
  if (!header.isOk())
    return header.getError();
  return HeaderReader(*header, bytes.substr(length)).run();
}
