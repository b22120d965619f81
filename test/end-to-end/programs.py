"""Building an example in every mode, and running what was built under MPI."""
# SPDX-License-Identifier: MIT
import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Failure(Exception):
    """A command that failed or programs that disagree; the message says all that a reader needs."""


@dataclasses.dataclass(frozen=True)
class Toolbox:
    """Where things are: brickc, the build folder it lies in, a plain C++ compiler, and options for all of them."""

    build: pathlib.Path
    compiler: str
    flags: tuple

    @property
    def brickc(self):
        return self.build / "bin" / "brickc"


def options_of(description):
    """What the tests of programs that are no examples are called with."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="build folder with bin/brickc")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for the programs")
    parser.add_argument("--flag", action="append", default=[], help="an option for all compilers")
    parser.add_argument("--clang", help="a second host compiler")
    return parser.parse_args()


def concurrently(calls):
    """Makes all calls, three at a time, which keeps two cores at work. Raises what one of them raises."""
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(call) for call in calls]:
            done.result()


def execute(command, seconds, **environment):
    """Runs a command, returns what it printed. Raises Failure when it fails or takes too long."""
    command = [str(word) for word in command]
    shown = " ".join([f"{name}={value}" for name, value in environment.items()] + command)
    variables = {**os.environ, **{name: str(value) for name, value in environment.items()}}
    try:
        result = subprocess.run(command, env=variables, timeout=seconds, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        raise Failure(f"{shown}\nran for more than {seconds} s") from None
    if result.returncode != 0:
        raise Failure(f"{shown}\nexit code {result.returncode}\n{result.stdout[-4000:]}")
    return result.stdout


def source_of(example):
    return ROOT / "dsl-examples" / example / f"{example}.cpp"


def build_all(example, tools, folder):
    """Builds an example into `folder`: by brickc, untransformed by brickc, and by the plain compiler."""
    folder.mkdir(parents=True, exist_ok=True)
    source = source_of(example)
    library = tools.build / "lib"
    plain = ["-std=c++20", "-O1", "-Wno-attributes", f"-I{ROOT / 'runtime' / 'include'}", source, f"-L{library}",
             "-lbrick", f"-Wl,-rpath,{library}"]
    commands = {
        "compiled": [tools.brickc, "-O3", source],
        "reference": [tools.brickc, "--reference", "-O2", source],
        "plain": [tools.compiler, *plain],
    }
    for program, command in commands.items():
        (folder / program).unlink(missing_ok=True)  # a failed build must not leave an old program to be tested
        execute([*command, *tools.flags, "-o", folder / program], 300)
    return folder


def run(program, arguments, ranks=1, threads=1, exchange=None, stream="auto", seconds=240):
    """Runs a program; `exchange` None leaves the strategy to the plan. Returns what it printed."""
    environment = {"BRICK_THREADS": threads, "BRICK_THREADS_FROM": 0, "BRICK_STREAM": stream}
    if exchange:
        environment["BRICK_EXCHANGE"] = exchange
    return execute([ROOT / "tools" / "lib" / "mpirun", "-n", ranks, program, *arguments], seconds, **environment)
