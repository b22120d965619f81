"""Building and running what tools/brick-bench measures: schemes, baselines, the machine's own rates."""
# SPDX-License-Identifier: MIT
import collections
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile

import dumps
import stoppable
from bench_schemes import BENCH, ROOT, TOLERANCE

COMPILERS = ("g++", "clang++-19", "clang++")
# 512-bit vectors where there are any: compilers else prefer shorter ones for some processors that do better with them.
FLAGS = ("-std=c++20", "-march=native", "-ffast-math", "-mprefer-vector-width=512", "-fopenmp")
EXACT_FLAGS = ("-std=c++20", "-march=native", "-fopenmp")  # operations that are counted must be done

# Where cmake/brickInstall.cmake puts what brick-probe needs of the repository, ROOT is <prefix>/share/brick.
INSTALLED = not (ROOT / "runtime" / "include").exists()
HEADERS = ROOT.parents[1] / "include" if INSTALLED else ROOT / "runtime" / "include"
BUILT = ROOT.parents[1] if INSTALLED else ROOT / "build"


class Failure(Exception):
    """A program that could not be built or run, or computed something else; the text says which and why."""


class Choice(collections.namedtuple("Choice", "compiler store block prefetch")):
    """How a baseline is compiled and run."""

    def arguments(self):
        return [f"--store={self.store}", f"--block={self.block}", f"--prefetch={self.prefetch}"]

    def __str__(self):
        block = f"{self.block} rows" if self.block else "planes"
        return f"{self.compiler}, {self.store}, {block}, prefetch {self.prefetch}"


def usable_threads():
    return len(os.sched_getaffinity(0))


def run(command, threads=None, **variables):
    """Runs a command that must succeed: what it prints is in `stdout` and `stderr`. `threads` and variables of the
    environment are for the programs measured."""
    environment = {**os.environ, **variables}
    if threads:
        environment.update(OMP_NUM_THREADS=str(threads), BRICK_THREADS=str(threads))
    words = [str(word) for word in command]
    try:
        result = stoppable.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    except OSError as error:
        raise Failure(f"{words[0]}: {error.strerror}") from error
    if result.returncode != 0:
        raise Failure(f"{shlex.join(words)} failed:\n{result.stdout}{result.stderr}")
    return result


def output_of(command, threads=None, **variables):
    return run(command, threads, **variables).stdout


def json_of(command, threads=None, **variables):
    """What a program prints as JSON."""
    text = output_of(command, threads, **variables)
    try:
        return json.loads(text)
    except ValueError as error:
        raise Failure(f"{shlex.join(map(str, command))} printed no JSON: {text}") from error


def compiles_openmp(compiler):
    """Clang without its OpenMP runtime does not."""
    with tempfile.TemporaryFile("w+") as program:
        program.write("#include <omp.h>\nint main() { return omp_get_max_threads() < 1; }\n")
        program.seek(0)
        return stoppable.run([compiler, "-fopenmp", "-x", "c++", "-", "-o", os.devnull], stdin=program,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def compilers(wanted=None):
    """The compilers for the baselines: those wanted that are there, else those known that are and have OpenMP."""
    if wanted:
        found = [name for name in wanted if shutil.which(name)]
    else:
        found = [name for name in COMPILERS if shutil.which(name) and compiles_openmp(name)]
    if not found:
        raise Failure(f"no compiler for the baselines found: {' or '.join(wanted or COMPILERS)}")
    return found


class Builder:
    """Builds programs into a folder, each once. `optimise` is less than -O3 only where nothing is measured."""

    def __init__(self, folder, brickc, baseline_compilers=None, optimise="-O3"):
        self.folder, self.brickc, self.optimise = folder, brickc, optimise
        self.compilers = compilers(baseline_compilers)
        self.built = set()

    def once(self, name, command):
        program = self.folder / name
        if name not in self.built:
            output_of([*command, "-o", program])
            self.built.add(name)
        return program

    def ours(self, scheme, element, exchange="shared"):
        """brickc's program, planned for that exchange of ghost zones: the shape of bricks depends on it."""
        source = BENCH / "schemes" / f"{scheme}.cpp"
        return self.once(f"{scheme}-{element}-brick-{exchange}",
                         [self.brickc, self.optimise, f"--exchange={exchange}", f"-DELEMENT={element}", source])

    def baseline(self, scheme, element, compiler):
        source = BENCH / "baselines" / f"{scheme}.cpp"
        return self.once(f"{scheme}-{element}-{compiler}",
                         [compiler, self.optimise, *FLAGS, f"-DELEMENT={element}", source])

    def machine(self, name, element, *libraries):
        source = BENCH / "machine" / f"{name}.cpp"
        return self.once(f"{name}-{element}", [self.compilers[0], self.optimise, *EXACT_FLAGS,
                                             f"-DELEMENT={element}", source, *libraries])


    def with_runtime(self, name, library):
        """A program that measures the machine by parts of the runtime library, which is in that folder."""
        return self.once(name, [self.compilers[0], self.optimise, *EXACT_FLAGS, BENCH / "machine" / f"{name}.cpp",
                                f"-I{ROOT / 'runtime' / 'src'}", *linked(library)])


def linked(library):
    """Options for programs that use the runtime library in that folder."""
    return [f"-I{HEADERS}", f"-L{library}", f"-Wl,-rpath,{library}", "-lbrick"]


def library_in(folder):
    """Where the runtime library is in a build folder or below an installation's prefix; None where it is not."""
    found = [path.parent for pattern in ("lib*", "lib*/*") for path in folder.glob(f"{pattern}/libbrick.*")]
    return found[0].absolute() if found else None


def built_for_mpi(folder, source, library=None):
    """A program of tools/bench for several ranks, by MPI's compiler, which MPICXX names; `library`: the folder of the
    runtime library that it needs."""
    compiler = os.environ.get("MPICXX", "mpicxx")
    if not shutil.which(compiler):
        raise Failure(f"{compiler} not found: MPI's C++ compiler is needed (MPICXX names it)")
    program = folder / pathlib.Path(source).stem
    output_of([compiler, "-std=c++20", "-O3", BENCH / source, *(linked(library) if library else []), "-o", program])
    return program


def topology(builder):
    """What hwloc knows of this machine: its name, how many cores may be used, and the bytes of each level of caches."""
    name, cores, caches = output_of([builder.machine("topology", "double", "-lhwloc")]).splitlines()
    return {"name": name, "cores": int(cores), "caches": [int(size) for size in caches.split()]}


def gcells(program, cells, steps, threads, arguments=()):
    return float(output_of([program, cells, steps, *arguments], threads))


def dumped(builder, scheme, element, choice, threads, cells=40, steps=3):
    """The fields of a scheme and of its baseline after a few steps, as files."""
    for side, program, arguments in (("brick", builder.ours(scheme, element), []),
                                     ("baseline", builder.baseline(scheme, element, choice.compiler),
                                      choice.arguments())):
        path = builder.folder / f"{scheme}-{side}.dump"
        output_of([program, cells, steps, f"--dump={path}", *arguments], threads)
        yield path


def disagreement(element, *paths):
    """The largest difference of two dumps, relative to the largest value."""
    return dumps.difference(*(dumps.read(path, "f64" if element == "double" else "f32") for path in paths))


def check_dumps(scheme, element, ours, other, who):
    """Raises Failure where brickc's program and another one, `who`, have not computed the same."""
    found = disagreement(element, ours, other)
    if not found <= TOLERANCE[element]:
        raise Failure(f"{scheme}: brickc's program and {who} differ by {found:.2g} of the largest value, more than "
                      f"{TOLERANCE[element]:g}")


def check_agreement(builder, scheme, element, choice, threads, **size):
    check_dumps(scheme, element, *dumped(builder, scheme, element, choice, threads, **size), f"the baseline ({choice})")
