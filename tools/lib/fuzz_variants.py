"""Random ways to compile a program: modes, targets, bricks, exchanges, host compilers."""
# SPDX-License-Identifier: MIT
import dataclasses
import pathlib
import platform
import shutil

BRICKS = {1: ["16", "24", "96"], 2: ["4x8", "8x16", "5x12", "16x64"], 3: ["4x4x8", "4x8x16", "8x4x32", "6x5x12"]}
ODD_ROWS = ("24", "96", "5x12", "6x5x12")  # which reductions refuse


@dataclasses.dataclass(frozen=True)
class Variant:
    """One way to compile a program."""

    options: tuple
    strict: bool
    ranks: int  # that reference mode is run on, besides 1; 0 for none


def targets():
    """Those that this machine runs, by the names of its CPU's features; and kernels for GPUs, on the host."""
    flags = pathlib.Path("/proc/cpuinfo").read_text().split() if platform.machine() == "x86_64" else []
    needed = {"native": [], "x86-64-v2": ["sse4_2"], "x86-64-v3": ["avx2"], "x86-64-v4": ["avx512vl", "avx512bw"]}
    return [name for name, features in needed.items() if all(feature in flags for feature in features)] + ["cuda:host"]


def variant(choose, program):
    smooth = all(case.smooth for case in program.cases)
    strict = not smooth or choose.random() < 0.2
    mode = "strict" if strict else choose.choice(["contract", "reassociate"])
    # Without optimisation nothing is contracted; otherwise it takes time and tests the host compiler.
    optimisation = choose.choice(["-O0"] * 6 + ["-O1"] * 2 + ["-O2"] if strict else ["-O1"] * 3 + ["-O2"])
    options = [f"--fp={mode}", f"--target={choose.choice(targets())}", optimisation]
    if choose.random() < 0.5:
        dims = choose.choice([case.dims for case in program.cases])
        refused = ODD_ROWS if any(case.reduces for case in program.cases) else ()
        options.append(f"--brick={choose.choice([each for each in BRICKS[dims] if each not in refused])}")
    if choose.random() < 0.3:
        options.append(f"--exchange={choose.choice(['layout', 'basic'])}")
    # clang++ takes half the time of g++ for generated code.
    if choose.random() < 0.7 and shutil.which("clang++-19"):
        options.append("--host-compiler=clang++-19")
    return Variant(tuple(options), strict, 3 if choose.random() < 0.2 else 0)


def applicable(way, program):
    """The variant without --brick if that names the extents of dimensions that no case has."""
    dims = {f"--brick={shape}": count for count, shapes in BRICKS.items() for shape in shapes}
    has = {case.dims for case in program.cases}
    return dataclasses.replace(way, options=tuple(each for each in way.options if dims.get(each) in has | {None}))
