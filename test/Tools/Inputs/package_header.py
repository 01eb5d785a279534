"""Prints the functions and chips of a .normc package, read by its documented layout."""
import json
import struct
import sys

data = open(sys.argv[1], "rb").read()
(length,) = struct.unpack("<Q", data[8:16])
header = json.loads(data[16 : 16 + length])
for function in header["functions"]:
    names = [tensor["name"] for tensor in function["arguments"]]
    results = [tensor["name"] for tensor in function["results"]]
    print(f"{function['name']} {function['law']}: {' '.join(names)} -> {' '.join(results)}")
for chip in header["chips"]:
    launches = [launch for plan in chip["functions"].values() for launch in plan["launches"]]
    variants = [kernel["variant"] for launch in launches for kernel in launch["kernels"]]
    kinds = " and ".join(blob["kind"] for blob in chip["blobs"])
    print(f"{chip['chip']} waits {chip['waits']}: {' '.join(variants)}, {kinds}")
