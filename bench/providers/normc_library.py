"""libnormc-launch through ctypes: the structures and calls of include/normc/Launch/normc.h that a
benchmark needs. Its calls cost more than those of C: cpu_us comes from normc-run instead.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TYPES = {"float32": 0, "float16": 1, "bfloat16": 2}  # normc_type, by the end of a dtype's name
PDL = 1  # NORMC_PDL


class TensorStruct(ctypes.Structure):
    """normc_tensor: sizes and strides in elements."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("rank", ctypes.c_int32),
        ("type", ctypes.c_int32),
        ("number", ctypes.c_float),
    ]


class NormcError(Exception):
    """What normc_last_error says."""


def pack(tensors: Sequence[Any]) -> ctypes.Array:
    """normc_tensors of arrays that have data_ptr(), shape, stride() and dtype, as torch's do."""
    structs = (TensorStruct * len(tensors))()
    for struct, tensor in zip(structs, tensors):
        rank = len(tensor.shape)
        struct.data = tensor.data_ptr()
        struct.shape = (ctypes.c_int64 * rank)(*tensor.shape)
        struct.strides = (ctypes.c_int64 * rank)(*tensor.stride())
        struct.rank = rank
        struct.type = TYPES[str(tensor.dtype).rsplit(".", 1)[-1]]
    return structs


class Library:
    """The library at `path`."""

    def __init__(self, path: Path):
        self.lib = ctypes.CDLL(str(path))
        self.lib.normc_last_error.restype = ctypes.c_char_p
        self.lib.normc_launch.argtypes = (
            ctypes.c_void_p,
            ctypes.POINTER(TensorStruct),
            ctypes.c_int32,
            ctypes.c_void_p,
            ctypes.c_size_t,
            ctypes.c_void_p,
            ctypes.c_uint32,
        )

    def check(self, status: int) -> None:
        if status:
            raise NormcError(self.lib.normc_last_error().decode())

    def load(self, package: Path, function: str) -> Function:
        """A function of a package, its code loaded into the current context."""
        return Function(self, package, function)


class Function:
    """A normc_function, and the package that owns it."""

    def __init__(self, library: Library, package: Path, name: str):
        self.library = library
        self.package = ctypes.c_void_p()
        self.handle = ctypes.c_void_p()
        lib, check = library.lib, library.check
        check(lib.normc_load(str(package).encode(), ctypes.byref(self.package)))
        check(lib.normc_get_function(self.package, name.encode(), ctypes.byref(self.handle)))
        check(lib.normc_prepare(self.handle))

    def workspace_bytes(self, tensors: ctypes.Array) -> int:
        """For `tensors`, the arguments and then the results."""
        size = ctypes.c_size_t()
        arguments = self.library.lib.normc_num_arguments(self.handle)
        self.library.check(
            self.library.lib.normc_workspace_size(
                self.handle, tensors, arguments, ctypes.byref(size)
            )
        )
        return size.value

    def launch(
        self, tensors: ctypes.Array, workspace: int, workspace_bytes: int, stream: int, flags: int
    ) -> None:
        """Enqueues the call on `stream`; addresses and the stream as integers, 0 for none."""
        self.library.check(
            self.library.lib.normc_launch(
                self.handle, tensors, len(tensors), workspace, workspace_bytes, stream, flags
            )
        )

    def close(self) -> None:
        """Unloads the code: what was launched must have ended."""
        self.library.lib.normc_free(self.package)
