#!/usr/bin/env python3
"""The programs of language/, which use much of the language, give the same bits compiled and in reference mode.

Compiled with --fp=strict for several targets, and in reference mode; each on 1 and 3 ranks.
"""
# SPDX-License-Identifier: MIT
import argparse
import pathlib
import sys

sys.dont_write_bytecode = True

from programs import ROOT, Failure, execute, run  # noqa: E402

SOURCES = ROOT / "test" / "end-to-end" / "language"
MODES = {
    "reference": ["--reference"],
    "native": ["--fp=strict"],
    "v2": ["--fp=strict", "--target=x86-64-v2"],
    "v3": ["--fp=strict", "--target=x86-64-v3", "--brick=4x16"],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="build folder with bin/brickc")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for the programs")
    parser.add_argument("--flag", action="append", default=[], help="an option for all compilers")
    options = parser.parse_args()
    for source in sorted(SOURCES.glob("*.cpp")):
        folder = options.work.resolve() / "language" / source.stem
        folder.mkdir(parents=True, exist_ok=True)
        print(f"{source.stem}:\n{check(source, folder, options)}")


def check(source, folder, options):
    """Runs all modes; returns what all of them print."""
    brickc = options.build.resolve() / "bin" / "brickc"
    expected = None
    for mode, arguments in MODES.items():
        program = folder / mode
        execute([brickc, *arguments, "-O2", *options.flag, source, "-o", program], 300)
        for ranks in (1, 3):
            output = run(program, [], ranks)
            expected = expected or output
            if output != expected:
                raise Failure(f"{source.stem} {mode} on {ranks} ranks:\n{output}instead of\n{expected}")
    return expected


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(str(failure))
