# How lit runs the files of this folder: which are tests, and what RUN lines may say.
# README.md lists the substitutions and features.

import ctypes
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from escaped_paths import ShTest, escape  # noqa: E402


def find_ptxas():
    """The newest toolkit that is not older than 13.0, which knows every chip of the table."""
    cuda = os.environ.get("CUDA_HOME", "/usr/local/cuda")
    path = shutil.which("ptxas") or shutil.which("ptxas", path=os.path.join(cuda, "bin"))
    if not path:
        return None
    text = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
    release = re.search(r"release (\d+)\.(\d+)", text)
    if not release or (int(release[1]), int(release[2])) < (13, 0):
        lit_config.note(f"{path} is older than CUDA 13.0: tests that need ptxas are skipped")
        return None
    return path


def has_gpu():
    try:
        cuda = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    return (
        cuda.cuInit(0) == 0
        and cuda.cuDeviceGetCount(ctypes.byref(count)) == 0
        and count.value > 0
    )


config.name = "normc"
config.test_format = ShTest()
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "Unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.normc_binary_dir, "test")
# One test is a matter of seconds; lit can only stop one where psutil is installed.
if lit_config.maxIndividualTestTimeIsSupported[0]:
    lit_config.maxIndividualTestTime = 600

bin_dir = os.path.join(config.normc_binary_dir, "bin")
# FileCheck, not, split-file and the programs are found by name.
config.environment["PATH"] = os.pathsep.join(
    [bin_dir, config.llvm_tools_dir, config.environment["PATH"]]
)
if "CUDA_VISIBLE_DEVICES" in os.environ:
    config.environment["CUDA_VISIBLE_DEVICES"] = os.environ["CUDA_VISIBLE_DEVICES"]

ptxas = find_ptxas()
if ptxas:
    config.available_features.add("ptxas")
if os.path.exists("/dev/full"):
    config.available_features.add("dev-full")
if has_gpu():
    config.available_features.add("gpu")

# The longer name first: each is replaced wherever it stands.
for program in ("normc-opt", "normc-run", "normc"):
    config.substitutions.append(("%" + program, escape(os.path.join(bin_dir, program))))
config.substitutions += [
    ("%ptxas", escape(ptxas or "ptxas")),
    ("%python", escape(sys.executable)),
    ("%cases", escape(os.path.join(config.normc_source_dir, "bench", "cases"))),
    ("%source", escape(config.normc_source_dir)),
    ("%exits", "sh " + escape(os.path.join(config.test_source_root, "Inputs", "exits.sh"))),
]
