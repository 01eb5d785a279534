"""Writes and checks .npy files by a formula, with the standard library alone.

    npy.py write FILE TYPE SHAPE FORMULA        TYPE is f32, f16, bf16 or i32, SHAPE such as 2x1024
    npy.py check FILE FORMULA [TOLERANCE]       exact where no tolerance is given

A formula is Python over r (row), i (place in the row), n (row length) and the math module. A value
may differ by TOLERANCE * max(1, |expected|); nan equals nan, and exactness tells -0 from 0.
"""

import ast
import math
import struct
import sys

TYPES = {"f32": ("<f4", "f"), "f16": ("<f2", "e"), "bf16": ("bfloat16", "H"), "i32": ("<i4", "i")}


def to_bf16(value):
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    if math.isnan(value):
        return 0x7FC0
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def from_bf16(bits):
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


def evaluate(formula, row, place, length):
    names = {name: getattr(math, name) for name in dir(math) if not name.startswith("_")}
    return float(eval(formula, {**names, "r": row, "i": place, "n": length}))


def write(path, element, shape, formula):
    shape = [int(size) for size in shape.split("x")]
    descr, code = TYPES[element]
    length = shape[-1]
    values = []
    for index in range(math.prod(shape)):
        value = evaluate(formula, index // length, index % length, length)
        values.append({"bf16": to_bf16, "i32": int}.get(element, float)(value))
    header = repr({"descr": descr, "fortran_order": False, "shape": tuple(shape)})
    header = header.ljust((len(header) + 11 + 63) // 64 * 64 - 11) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}{code}", *values))


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10 : 10 + size].decode())
    is_bf16 = header["descr"] in ("bfloat16", "<V2", "|V2")
    code = "H" if is_bf16 else {"<f4": "f", "<f2": "e"}[header["descr"]]
    values = [value[0] for value in struct.iter_unpack("<" + code, data[10 + size :])]
    return header["shape"], [from_bf16(v) for v in values] if is_bf16 else values


def differs(actual, expected, tolerance):
    if math.isnan(expected) or math.isnan(actual):
        return math.isnan(expected) != math.isnan(actual)
    if tolerance == 0 or math.isinf(expected):
        same_sign = math.copysign(1, actual) == math.copysign(1, expected)
        return actual != expected or not same_sign
    return not abs(actual - expected) <= tolerance * max(1, abs(expected))


def check(path, formula, tolerance="0"):
    shape, values = read(path)
    if not values:
        sys.exit(f"{path} holds no value")
    for index, actual in enumerate(values):
        row, place = divmod(index, shape[-1])
        expected = evaluate(formula, row, place, shape[-1])
        if differs(actual, expected, float(tolerance)):
            sys.exit(f"{path}: row {row}, element {place} is {actual!r}, expected {expected!r}")


{"write": write, "check": check}[sys.argv[1]](*sys.argv[2:])
