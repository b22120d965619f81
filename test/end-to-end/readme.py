#!/usr/bin/env python3
"""The program in README.md compiles as written, by brickc and in reference mode, runs, and draws its picture."""
# SPDX-License-Identifier: MIT
import argparse
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True

from programs import ROOT, Failure, execute, run  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--flag", action="append", default=[])
    options = parser.parse_args()
    folder = options.work.resolve() / "readme"
    folder.mkdir(parents=True, exist_ok=True)
    brickc = options.build.resolve() / "bin" / "brickc"
    program = re.search(r"```cpp\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL).group(1)
    (folder / "heat.cpp").write_text(program)
    os.chdir(folder)
    try:
        for mode in ([], ["--reference"]):
            execute([brickc, "-O3", *mode, *options.flag, "heat.cpp", "-o", "heat"], 120)
            pathlib.Path("heat.png").unlink(missing_ok=True)
            run("./heat", [], ranks=2)
            if not pathlib.Path("heat.png").read_bytes().startswith(b"\x89PNG"):
                raise Failure("heat.png is not a picture")
    except Failure as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    main()
