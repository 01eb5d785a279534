"""What nvidia-smi says of the GPU that torch sees first. It only reads."""

from __future__ import annotations

import subprocess

import torch


def start(fields: str) -> subprocess.Popen | None:
    """nvidia-smi on its way to print `fields` of --query-gpu; None where there is none."""
    uuid = getattr(torch.cuda.get_device_properties(0), "uuid", None)
    command = ["nvidia-smi", f"--query-gpu={fields}", "--format=csv,noheader,nounits"]
    command += ["-i", f"GPU-{uuid}"] if uuid else []
    try:
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
    except OSError:
        return None


def read(fields: str) -> str:
    """Its line, or "unknown"."""
    query = start(fields)
    text = query.communicate()[0].strip() if query is not None else ""
    return text if text and query.returncode == 0 else "unknown"


def numbers(query: subprocess.Popen | None) -> list[float]:
    """The numbers of the line of an ended query; [] where something else stands there."""
    try:
        return [float(part) for part in query.communicate()[0].split(",")] if query else []
    except ValueError:
        return []
