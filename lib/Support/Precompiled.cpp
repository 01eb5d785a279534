//===- Precompiled.cpp - carrier of the precompiled header ----------------===//
//
// The one file compiled against no precompiled header but to make it.
//
//===----------------------------------------------------------------------===//

#include "normc/Support/Precompiled.h"
