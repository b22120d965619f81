#!/usr/bin/env python3
"""The program in README.md compiles as written, by brickc and in reference mode, runs, and draws its picture."""
# SPDX-License-Identifier: MIT
import argparse
import os
import pathlib
import sys

sys.dont_write_bytecode = True

from programs import ROOT, Failure, execute, run  # noqa: E402
from snippets import snippets_of  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--flag", action="append", default=[])
    options = parser.parse_args()
    folder = options.work.resolve() / "readme"
    folder.mkdir(parents=True, exist_ok=True)
    brickc = options.build.resolve() / "bin" / "brickc"
    programs = [snippet.text for snippet in snippets_of(ROOT / "README.md") if snippet.words == ("cpp",)]
    os.chdir(folder)
    try:
        if len(programs) != 1:
            raise Failure(f"README.md has {len(programs)} programs")
        pathlib.Path("heat.cpp").write_text(programs[0])
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
