"""The file that describes a machine: where it is, and how it is written. brickc reads it (compiler/plan/Machine.h)."""
# SPDX-License-Identifier: MIT
import os
import pathlib


def default():
    """$BRICK_MACHINE, or machine.yaml in the user's cache folder."""
    if given := os.environ.get("BRICK_MACHINE"):
        return pathlib.Path(given)
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(cache) / "brick" / "machine.yaml"


def write(path, description):
    lines = ["# Measured by brick-probe. Rates are per second, of all cores: bytes copied, read and written ones counted",
             "# once each; bytes read beyond as many as are written; operations on single elements, a multiply-add counting",
             "# as one. Costs of puts, if any, are seconds. Ways to pack and unpack, if any, are for blocks of the bytes",
             "# before them and more."]
    for key, value in description.items():
        text = f"[ {', '.join(map(str, value))} ]" if isinstance(value, list) else f'"{value}"' if key == "name" else value
        lines.append(f"{key}: {text}")
    path.write_text("\n".join(lines) + "\n")
