"""Compiling a program by different plans, and timing it: for tools/brick-tune."""
# SPDX-License-Identifier: MIT
import concurrent.futures
import json
import os
import shlex
import subprocess
import time

import stoppable
from tune_plan import Plan

PLANNED = ("--brick=", "--fp=", "--target=", "--exchange=")  # options that a plan decides instead
OWN = ("--plan", "--save-plan", "--emit", "-c", "--reference")
NO_PROGRAM = ("-h", "--help", "--help-env", "--version", "-E", "-S", "-M", "-MM", "-fsyntax-only")
LEAST_SECONDS = 0.02  # of computing: what takes less tells nothing


class Failure(Exception):
    """What makes tuning impossible; the text says why."""


class Refused(Exception):
    """A plan by which the program cannot be built or run; the text says why, as the program that failed does."""

    def __init__(self, text, status=None):
        super().__init__(text.strip() or f"exit status {status}")

    def line(self):
        return str(self).partition("\n")[0]


def brickc_beside(root):
    """The compiler built in a repository, or installed in the prefix whose share/brick is `root`."""
    built = root / "build" / "bin" / "brickc"
    return built if built.exists() else root.parents[1] / "bin" / "brickc"


def run(command, seconds=None, **variables):
    """(exit status, standard output, standard error); None for the status of what took more than so long."""
    words = [str(word) for word in command]
    try:
        result = stoppable.run(words, timeout=seconds, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, errors="replace", env={**os.environ, **variables})
    except OSError as error:
        raise Failure(f"{words[0]}: {error.strerror}") from error
    except subprocess.TimeoutExpired:
        return None, "", f"took more than {seconds:.0f} s"
    return result.returncode, result.stdout, result.stderr


def refusal(arguments):
    """Why brickc cannot be called with these by brick-tune; None if it can."""
    for argument in arguments:
        if argument.split("=")[0] in OWN or argument.startswith("-o"):
            return f"{argument}: brick-tune gives brickc what to write itself"
        if argument in NO_PROGRAM:
            return f"{argument}: makes no program that could be run"
    return None


class Compiler:
    """brickc with the user's command line, in a folder for what it makes."""

    def __init__(self, brickc, arguments, folder):
        self.brickc, self.arguments, self.folder = brickc, list(arguments), folder
        self.limit = None  # seconds for a program
        self.count = 0

    def shape_is_given(self):
        return any(argument.startswith("--brick=") for argument in self.arguments)

    def with_plan(self, path):
        return [*(argument for argument in self.arguments if not argument.startswith(PLANNED)), f"--plan={path}"]

    def _output(self, *arguments):
        status, output, errors = run([self.brickc, *arguments, "-o", "-"])
        if status != 0:
            raise Refused(errors, status)
        return output

    def planned(self, brick=()):
        """What brickc plans, for bricks of that shape if one is given."""
        shape = ["--brick=" + "x".join(map(str, brick))] if brick else []
        return Plan(self._output(*self.arguments, *shape, "--emit=plan"))

    def _file(self, plan):
        self.count += 1
        path = self.folder / f"{self.count}.yaml"
        path.write_text(str(plan))
        return path

    def source(self, plan):
        """What the host compiler would get: plans that differ in what a stencil has no use for have the same."""
        return self._output(*self.with_plan(self._file(plan)), "--emit=source")

    def _program(self, plan_file):
        program = plan_file.with_suffix("")
        status, _, errors = run([self.brickc, *self.with_plan(plan_file), "-o", program], self.limit)
        if status != 0:
            return Refused(errors, status)
        return program

    def programs(self, plans):
        """For each plan the program by it, or the exception Refused that it is refused with."""
        files = [self._file(plan) for plan in plans]
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            return list(pool.map(self._program, files))

    def first_program(self, plan):
        """The program by brickc's own plan; others may take much longer to compile, but not for ever."""
        begin = time.monotonic()
        program = self._program(self._file(plan))
        if isinstance(program, Refused):
            raise Failure(f"brickc {shlex.join(self.with_plan('PLAN'))} failed:\n{program}")
        self.limit = 60 + 10 * (time.monotonic() - begin)
        return program


class Runner:
    """Runs programs with the user's arguments."""

    def __init__(self, launch, arguments, folder):
        self.launch, self.arguments, self.file = launch, arguments, folder / "metrics.json"
        self.limit = None  # seconds by the clock

    def seconds(self, program):
        """What a rank spends on sweeps and exchanges, on average. Raises Refused if the program fails."""
        self.file.unlink(missing_ok=True)
        status, output, errors = run([*self.launch, program, *self.arguments], self.limit, BRICK_METRICS=str(self.file))
        if status != 0:
            raise Refused(errors or output, status)
        try:
            metrics = json.loads(self.file.read_text())
        except (OSError, ValueError) as error:
            raise Refused("it has left no metrics: a brick::runtime must live until the program ends") from error
        return max(metrics["steps"], 1) * sum(metrics[part]["avg"] for part in ("calc", "pack", "call", "wait"))

    def first_seconds(self, program):
        """Of the first program, which must run long enough; others may take ten times as long."""
        begin = time.monotonic()
        try:
            seconds = self.seconds(program)
        except Refused as error:
            raise Failure(f"{shlex.join([*self.launch, 'PROGRAM', *self.arguments])} failed:\n{error}") from error
        self.limit = 10 + 10 * (time.monotonic() - begin)
        if seconds < LEAST_SECONDS:
            raise Failure(f"the program computes for {1e3 * seconds:.3g} ms only; give it arguments by which it does "
                          "for half a second")
        return seconds
