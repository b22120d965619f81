#!/usr/bin/env python3
"""Programs (reductions/reductions.cpp, fusion/fusion.cpp) print what they do in reference mode, bit by bit: for several
targets, bricks and compilers, on 1, 2 and 3 ranks."""
# SPDX-License-Identifier: MIT
import functools
import sys

sys.dont_write_bytecode = True

from programs import ROOT, Failure, concurrently, execute, options_of, run  # noqa: E402

PROGRAMS = ("reductions", "fusion")
BUILDS = {
    "reference": ["-O1", "--reference"],
    "native": ["-O2"],
    "v2": ["-O1", "--target=x86-64-v2", "--brick=4x4x8"],
}


def main():
    options = options_of(__doc__)
    brickc = options.build.resolve() / "bin" / "brickc"
    folder = options.work.resolve() / "bits"
    folder.mkdir(parents=True, exist_ok=True)
    builds = dict(BUILDS)
    if options.clang:
        builds["clang"] = ["-O1", "--target=x86-64-v3", f"--host-compiler={options.clang}"]

    def build(program, name):
        source = ROOT / "test" / "end-to-end" / program / f"{program}.cpp"
        execute([brickc, "--fp=strict", *builds[name], *options.flag, source, "-o", folder / f"{program}-{name}"], 300)

    concurrently(functools.partial(build, program, name) for program in PROGRAMS for name in builds)
    for program in PROGRAMS:
        expected = run(folder / f"{program}-reference", [], 1)
        if not expected:
            raise Failure(f"{program}: reference mode printed nothing")
        for name in builds:
            for ranks in (1, 2, 3):
                check(f"{program}, {name}, {ranks} ranks", run(folder / f"{program}-{name}", [], ranks), expected)


def check(what, output, expected):
    differing = [f"{got}\n{wanted}" for got, wanted in zip(output.splitlines(), expected.splitlines()) if got != wanted]
    if differing or len(output) != len(expected):
        raise Failure(f"{what}: differs from reference mode:\n" + "\n".join(differing))


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(str(failure))
