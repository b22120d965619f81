#!/usr/bin/env python3
"""Sums over boxes of cells, written in many ways (sums/sums.cpp), are cut into shared partial sums, and are right.

With --fp=reassociate, for several targets and bricks: the same bits on 1, 2 and 3 ranks and for all bricks, and the values
that loops over arrays give.
"""
# SPDX-License-Identifier: MIT
import functools
import re
import sys

sys.dont_write_bytecode = True

from programs import ROOT, Failure, concurrently, execute, options_of, run  # noqa: E402

SOURCE = ROOT / "test" / "end-to-end" / "sums" / "sums.cpp"
TOLERANCE = 1e-13
MODES = {  # those of a list have the same bits
    "native": (["-O2"], ["-O2", "--brick=8x8x8"]),
    "v2": (["-O1", "--target=x86-64-v2"], ["-O1", "--target=x86-64-v2", "--brick=4x8x16"]),
}


def main():
    options = options_of(__doc__)
    brickc = options.build.resolve() / "bin" / "brickc"
    folder = options.work.resolve() / "sums"
    folder.mkdir(parents=True, exist_ok=True)
    check_shares(execute([brickc, "--passes=default", "--emit=ir", SOURCE, "-o", "-"], 60))
    modes = dict(MODES)
    if options.clang:
        modes["clang"] = (["-O2", f"--host-compiler={options.clang}"],)
    programs = {mode: {folder / f"{mode}-{number}": flags for number, flags in enumerate(builds)}
                for mode, builds in modes.items()}
    concurrently(functools.partial(execute, [brickc, *flags, *options.flag, SOURCE, "-o", program], 300)
                 for builds in programs.values() for program, flags in builds.items())
    for mode, builds in programs.items():
        check(mode, {run(program, [], ranks) for program in builds for ranks in (1, 2, 3)})


def check_shares(ir):
    """Raises Failure where a stencil has no shared values: nothing would be tested."""
    stencils = re.split(r"^stencil ", ir, flags=re.MULTILINE)[1:]
    plain = [text.split()[0] for text in stencils if "  share " not in text]
    if not stencils or plain:
        raise Failure(f"no sums are cut in {', '.join(plain) or 'no stencil at all'}:\n{ir}")


def check(mode, outputs):
    if len(outputs) != 1:
        raise Failure(f"{mode}: ranks or bricks change bits:\n" + "\n".join(outputs))
    output, = outputs
    differences = [float(line.split()[-1]) for line in output.splitlines()]
    if not differences or not max(differences) < TOLERANCE:
        raise Failure(f"{mode}: differs from loops:\n{output}")
    print(f"{mode}:\n{output}")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(str(failure))
