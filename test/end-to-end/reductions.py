#!/usr/bin/env python3
"""Reductions (reductions/reductions.cpp) have the bits of reference mode: for several targets, bricks and compilers, on 1,
2 and 3 ranks."""
# SPDX-License-Identifier: MIT
import functools
import sys

sys.dont_write_bytecode = True

from programs import ROOT, Failure, concurrently, execute, options_of, run  # noqa: E402

SOURCE = ROOT / "test" / "end-to-end" / "reductions" / "reductions.cpp"
BUILDS = {
    "reference": ["-O1", "--reference"],
    "native": ["-O2"],
    "v2": ["-O1", "--target=x86-64-v2", "--brick=4x4x8"],
}


def main():
    options = options_of(__doc__)
    brickc = options.build.resolve() / "bin" / "brickc"
    folder = options.work.resolve() / "reductions"
    folder.mkdir(parents=True, exist_ok=True)
    builds = dict(BUILDS)
    if options.clang:
        builds["clang"] = ["-O1", "--target=x86-64-v3", f"--host-compiler={options.clang}"]
    concurrently(functools.partial(execute, [brickc, "--fp=strict", *flags, *options.flag, SOURCE, "-o", folder / name],
                                   300) for name, flags in builds.items())
    expected = run(folder / "reference", [], 1)
    if not expected:
        raise Failure("reference mode printed nothing")
    for name in builds:
        for ranks in (1, 2, 3):
            check(f"{name}, {ranks} ranks", run(folder / name, [], ranks), expected)


def check(what, output, expected):
    differing = [f"{got}\n{wanted}" for got, wanted in zip(output.splitlines(), expected.splitlines()) if got != wanted]
    if differing or len(output) != len(expected):
        raise Failure(f"{what}: differs from reference mode:\n" + "\n".join(differing))


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(str(failure))
