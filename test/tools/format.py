#!/usr/bin/env python3
"""All C++ files are as clang-format lays them out, but for those of folders that say that they are laid out by hand.

Skipped where clang-format of the version that the project uses is not installed: other versions lay out in other ways.
"""
# SPDX-License-Identifier: MIT
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]
FORMATTER = "clang-format-19"
FOLDERS = ("compiler", "runtime", "test", "tools", "dsl-examples")
SUFFIXES = {".cpp", ".hpp", ".h"}
SKIPPED = 77


def main():
    formatter = shutil.which(FORMATTER)
    if not formatter:
        print(f"skipped: there is no {FORMATTER} here")
        return SKIPPED
    files = [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*")) if file.suffix in SUFFIXES]
    return subprocess.run([formatter, "--dry-run", "-Werror", *files], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
