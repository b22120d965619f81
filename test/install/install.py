#!/usr/bin/env python3
"""Installs brick into an empty folder, moves it, and uses it from outside: by CMake, by brickc and by pkg-config.

First the halo library in C++, C and Fortran, then, unless there is none, the compiler."""
# SPDX-License-Identifier: MIT
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HALO_EXAMPLES = ROOT / "runtime" / "examples" / "halo"


def execute(*command, **environment):
    """Runs a command, returns what it printed; ends the test when it fails."""
    command = [str(word) for word in command]
    result = subprocess.run(command, env={**os.environ, **environment}, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\nexit code {result.returncode}\n{result.stdout}")
    return result.stdout


def expect(condition, words):
    if not condition:
        sys.exit(words)


def run(program, ranks=2, arguments=(), **environment):
    return execute(ROOT / "tools" / "lib" / "mpirun", "-n", ranks, program, *arguments, BRICK_THREADS="1", **environment)


def expect_output(text, title, mode):
    expected = f"{title}, {mode}: 2 ranks, heat 64.000"
    expect(expected in text, f"expected '{expected}', got:\n{text}")


def expect_heat(program, language, **environment):
    """An example of the halo library, which compares itself with the exact solution."""
    text = run(program, 2, **environment)
    expect(f"heat in {language}, 2 ranks: largest error below 1e-12" in text, text)


class Test:
    def __init__(self, options):
        self.options = options
        self.work = options.work
        self.prefix = options.work / "prefix"
        self.flags = [f"-DCMAKE_CXX_COMPILER={options.compiler}", f"-DCMAKE_CXX_FLAGS={' '.join(options.flag)}",
                      "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_PREFIX_PATH={self.prefix}"]

    def has_fortran(self):
        """Whether the module was built, and MPI has one for Fortran."""
        return (self.prefix / "lib" / "libbrick_fortran.so").exists() and self.wrapper("mpif90") is not None

    def wrapper(self, name):
        """MPI's compiler wrapper of that name, of the MPI library that brick was built with."""
        return shutil.which(name + self.options.mpi_suffix)

    def install(self):
        shutil.rmtree(self.work, ignore_errors=True)
        staging = self.work / "staging"
        execute(self.options.cmake, "--install", self.options.build, "--prefix", staging)
        staging.rename(self.prefix)
        compiler = () if self.options.runtime_only else ("bin/brickc",)
        for file in (*compiler, "lib/libbrick.so", "include/brick/brick.hpp", "include/brick/halo.h",
                     "lib/cmake/brick/brickConfig.cmake", "lib/pkgconfig/brick.pc"):
            expect((self.prefix / file).exists(), f"{file} was not installed")

    def configure(self, source, build, *arguments):
        execute(self.options.cmake, "-S", source, "-B", build, *self.flags, *arguments)

    def make(self, build):
        return execute(self.options.cmake, "--build", build)

    def use_by_cmake(self):
        """A project of the user's, by each kind of generator at hand."""
        source = self.work / "consumer"
        shutil.copytree(HERE / "consumer", source)
        build = self.build_consumer(source, "Ninja")
        self.check_rebuilding(source, build)
        self.check_compile_commands(build)
        if shutil.which("make"):
            build = self.build_consumer(source, "Unix Makefiles")
        self.check_options(source, build)

    def build_consumer(self, source, generator):
        build = self.work / generator.replace(" ", "-")
        self.configure(source, build, "-G", generator, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        self.make(build)
        expect_output(run(build / "diffuse"), "two words", "compiled")
        expect_output(run(build / "diffuse-reference"), "untitled", "reference")
        return build

    def check_options(self, source, build):
        """Other options of brickc make objects stale, also with Makefiles, whose objects do not depend on launchers."""
        project = source / "CMakeLists.txt"
        project.write_text(project.read_text().replace("REFERENCE", ""))
        self.make(build)
        expect_output(run(build / "diffuse-reference"), "untitled", "compiled")

    def check_rebuilding(self, source, build):
        """Nothing is compiled again until a header changes."""
        text = self.make(build)
        expect("no work to do" in text, f"a second build found work:\n{text}")
        header = source / "include" / "coefficients.hpp"
        header.write_text(header.read_text().replace("0.125", "0.0625"))
        text = self.make(build)
        expect("diffuse.cpp" in text, f"a changed header did not rebuild its users:\n{text}")

    def check_compile_commands(self, build):
        commands = json.loads((build / "compile_commands.json").read_text())
        mine = [entry["command"] for entry in commands if entry["file"].endswith("diffuse.cpp")]
        expect(len(mine) == 2 and all("consumer/include" in command for command in mine),
               f"compile_commands.json lacks the sources:\n{commands}")

    def refuse_by_cmake(self):
        """Errors of CMake's functions, when a project is configured."""
        refusals = {"twice": "brickc compiles this target already: give it all OPTIONS at once",
                    "alias": "nothing is compiled for this target, which is an alias",
                    "interface": "or of type INTERFACE_LIBRARY",
                    "quick": "'quick' is no option of brickc (sources go before OPTIONS)",
                    "--fp=strict --brick=8x8x8": "is several options: no quotes around them",
                    "--emit=plan": "'--emit=plan' makes no object"}
        for case, words in refusals.items():
            self.expect_refusal(self.work / "refusals", words, f"-DCASE={case}", "-DLANGUAGE=CXX")
        self.expect_refusal(self.work / "refusals-in-c", "needs the language CXX", "-DCASE=-v", "-DLANGUAGE=C")

    def expect_refusal(self, build, words, *arguments):
        result = subprocess.run([self.options.cmake, "-S", HERE / "refusals", "-B", build, *self.flags, *arguments],
                                text=True, capture_output=True)
        text = " ".join(result.stderr.split())  # CMake breaks lines
        expect(result.returncode != 0 and words in text, f"{arguments}: no error that says '{words}':\n{text}")

    def use_library_by_cmake(self):
        """A user's installed library, whose header has a stencil, in another project."""
        library, prefix = self.work / "library", self.work / "library-prefix"
        self.configure(HERE / "library", library, "-G", "Ninja")
        self.make(library)
        execute(self.options.cmake, "--install", library, "--prefix", prefix)
        build = self.work / "library-use"
        self.configure(HERE / "library" / "use", build, "-G", "Ninja", f"-Ddecay_DIR={prefix / 'lib/cmake/decay'}")
        self.make(build)
        text = run(build / "decaying")
        expect("library compiled, header compiled: 8\n" in text, text)

    def use_by_command(self):
        """brickc and pkg-config, without CMake."""
        sources = [HERE / "consumer" / "src" / name for name in ("diffuse.cpp", "initial.cpp")]
        include = f"-I{HERE / 'consumer' / 'include'}"
        program = self.work / "by-command"
        execute(self.prefix / "bin" / "brickc", "-O2", *self.options.flag, include, *sources, "-o", program)
        expect_output(run(program), "untitled", "compiled")

        library = self.prefix / "lib"
        found = execute("pkg-config", "--cflags", "--libs", "brick", PKG_CONFIG_PATH=str(library / "pkgconfig")).split()
        execute(self.options.compiler, "-std=c++20", "-Wno-attributes", *self.options.flag, include, *sources, *found,
                "-o", program)
        expect_output(run(program, LD_LIBRARY_PATH=str(library)), "untitled", "reference")

    def use_halo_by_cmake(self):
        """The halo library in a project of the user's, in all languages there are."""
        build = self.work / "halo"
        self.configure(HERE / "halo-consumer", build, "-G", "Ninja", f"-DCMAKE_C_FLAGS={' '.join(self.options.flag)}",
                       f"-DEXAMPLES={HALO_EXAMPLES}", f"-DWITH_FORTRAN={'ON' if self.has_fortran() else 'OFF'}")
        self.make(build)
        expect_heat(build / "heat-cpp", "C++")
        expect_heat(build / "heat-c", "C")
        if self.has_fortran():
            expect_heat(build / "heat-fortran", "Fortran")

    def use_halo_by_command(self):
        """The halo library with MPI's own compiler wrappers and pkg-config."""
        library = self.prefix / "lib"
        wrappers = {"C": ("mpicc", "heat.c", "brick", ["-std=c11", "-lm"]),
                    "C++": ("mpicxx", "heat.cpp", "brick", ["-std=c++20"])}
        # Debian's mpif90.openmpi links the system's libmpi.so, which may be MPICH's.
        if self.has_fortran() and not self.options.mpi_suffix:
            wrappers["Fortran"] = ("mpif90", "heat.f90", "brick-fortran", [])
        for language, (wrapper, source, package, flags) in wrappers.items():
            found = execute("pkg-config", "--cflags", "--libs", package, PKG_CONFIG_PATH=str(library / "pkgconfig"))
            program = self.work / f"halo-{wrapper}"
            execute(self.wrapper(wrapper), HALO_EXAMPLES / source, *self.options.flag, *found.split(), *flags, "-o", program)
            expect_heat(program, language, LD_LIBRARY_PATH=str(library))

    def build_example(self):
        """The examples' own CMakeLists.txt use the installed package."""
        build = self.work / "heat"
        self.configure(ROOT / "dsl-examples" / "heat", build, "-G", "Ninja")
        self.make(build)
        run(build / "heat", 1, arguments=["--cells=16x16x16", "--steps=2"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--mpi-suffix", default="", help="what the names of MPI's commands end in")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the build folder to install from")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="an own folder, emptied first")
    parser.add_argument("--flag", action="append", default=[], help="an option for every compilation")
    parser.add_argument("--runtime-only", action="store_true", help="the build folder is without brickc")
    options = parser.parse_args()
    test = Test(options)
    test.install()
    test.use_halo_by_cmake()
    if not options.flag:  # wrappers may know another compiler, without its sanitizers
        test.use_halo_by_command()
    if options.runtime_only:
        return
    test.use_by_cmake()
    test.refuse_by_cmake()
    test.use_library_by_cmake()
    test.use_by_command()
    test.build_example()


if __name__ == "__main__":
    main()
