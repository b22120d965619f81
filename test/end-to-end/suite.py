#!/usr/bin/env python3
"""End-to-end tests of one example: suite.py COMMAND EXAMPLE --build DIR --work DIR.

build  builds it by brickc, in reference mode, and by a plain compiler
agree  compares all ways to run it (see agreement.py)
check  the example's own check of its physics, whose output is expected.txt
"""
# SPDX-License-Identifier: MIT
import argparse
import pathlib
import sys

sys.dont_write_bytecode = True

from agreement import Agreement  # noqa: E402
from examples import EXAMPLES  # noqa: E402
from programs import Failure, Toolbox, build_all, run, source_of  # noqa: E402


def build(options, tools, folder):
    build_all(options.example, tools, folder)


def agree(options, tools, folder):
    example = EXAMPLES[options.example]
    for case in example.cases:
        agreement = Agreement(folder, case)
        for cells in example.cells:
            agreement.check_compiled(example, cells, options.full)
        agreement.check_reference(example.cells[1])
        print(f"{options.example} {case.name}: {agreement.runs} runs agree, "
              f"largest difference to reference mode {agreement.largest:.2g}")


def check(options, tools, folder):
    expected = source_of(options.example).with_name("expected.txt").read_text()
    for case in EXAMPLES[options.example].cases:
        output = run(folder / "compiled", ["--check", *case.arguments], ranks=2)
        print(output)
        if not case.arguments and output != expected:
            raise Failure(f"expected.txt has other text:\n{expected}")


COMMANDS = {"build": build, "agree": agree, "check": check}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("example", choices=EXAMPLES)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="build folder with bin/brickc")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for programs and dumps")
    parser.add_argument("--compiler", help="a plain compiler for reference mode; needed to build")
    parser.add_argument("--flag", action="append", default=[], help="an option for all compilers")
    parser.add_argument("--full", action="store_true", help="every combination of ranks, threads and strategies")
    options = parser.parse_args()
    tools = Toolbox(options.build.resolve(), options.compiler, tuple(options.flag))
    try:
        COMMANDS[options.command](options, tools, options.work.resolve() / options.example)
    except Failure as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    main()
