#!/usr/bin/env python3
"""The programs of language/, which use much of the language, give the same bits compiled and in reference mode.

Compiled with --fp=strict for several targets, host compilers and optimisations, and in reference mode; each on 1 and 3
ranks.
"""
# SPDX-License-Identifier: MIT
import functools
import sys

sys.dont_write_bytecode = True

from programs import ROOT, Failure, concurrently, execute, options_of, run  # noqa: E402

SOURCES = ROOT / "test" / "end-to-end" / "language"
MODES = {
    "reference": ["--reference", "-O2"],
    "reference-O0": ["--reference", "-O0"],
    "native": ["--fp=strict", "-O2"],
    "v2": ["--fp=strict", "-O1", "--target=x86-64-v2", "--brick=8x8"],
    "v3": ["--fp=strict", "-O1", "--target=x86-64-v3", "--brick=4x16"],
    "kernels": ["--fp=strict", "-O1", "--target=cuda:host"],
}
BY_CLANG = ("reference-O0", "v3")  # where there is Clang; to compile is what takes long here


def main():
    options = options_of(__doc__)
    modes = dict(MODES)
    if options.clang:
        modes |= {mode: [*MODES[mode], f"--host-compiler={options.clang}"] for mode in BY_CLANG}
    sources = sorted(SOURCES.glob("*.cpp"))
    programs = {source: options.work.resolve() / "language" / source.stem for source in sources}
    build_all(programs, modes, options)
    for source in sources:
        print(f"{source.stem}:\n{check(source.stem, programs[source], modes)}")


def build_all(programs, modes, options):
    """Compiles each source in all modes, into its folder."""
    brickc = options.build.resolve() / "bin" / "brickc"

    def build(source, mode):
        programs[source].mkdir(parents=True, exist_ok=True)
        execute([brickc, *modes[mode], *options.flag, source, "-o", programs[source] / mode], 300)

    concurrently(functools.partial(build, source, mode) for source in programs for mode in modes)


def check(name, folder, modes):
    """Runs all modes of a program; returns what all of them print."""
    expected = None
    for mode in modes:
        for ranks in (1, 3):
            output = run(folder / mode, [], ranks)
            expected = expected or output
            if output != expected:
                raise Failure(f"{name} {mode} on {ranks} ranks:\n{output}instead of\n{expected}")
    return expected


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(str(failure))
