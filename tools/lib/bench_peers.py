"""Other stencil compilers, measured in the same run where they are installed.

A peer is a program in tools/bench/peers, run_NAME.py: peer.py there says what it takes. It runs in a process of its
own, since these packages bring OpenMP runtimes and compilers along. Before anything counts, it must have computed what
brickc's program does.
"""
# SPDX-License-Identifier: MIT
import contextlib
import importlib.metadata
import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile

from bench_programs import Failure, check_dumps, output_of
from bench_schemes import BENCH

PEERS = ("devito", "pystencils", "halide")  # names of packages


def installed(names):
    """Those of `names` that can be imported; says which cannot."""
    here = [name for name in names if importlib.util.find_spec(name)]
    for name in names:
        if name not in here:
            print(f"{name}: not installed")
    return here


def version(name):
    return f"{name} {importlib.metadata.version(name)}"


def command(name, scheme, element, cells, threads):
    """How a peer is called. -B: nothing is written beside its sources."""
    return [sys.executable, "-B", BENCH / "peers" / f"run_{name}.py", scheme, cells, element, threads]


def check_agreement(name, builder, scheme, element, threads, cells=72, steps=4):
    """Raises Failure where a peer computes something else than brickc's program, by any of its four choices: their
    largest blocks, of 64 rows, are smaller than the cube, and one is cut."""
    ours, its = builder.folder / f"{scheme}-brick.dump", builder.folder / f"{scheme}-{name}.dump"
    output_of([builder.ours(scheme, element), cells, steps, f"--dump={ours}"], threads)
    output_of([*command(name, scheme, element, cells, threads), f"--dump={its}", steps], threads)
    check_dumps(scheme, element, ours, its, name)


class Peer:
    """One peer's runs of a scheme, by a process that waits for the next one."""

    def __init__(self, name, words, threads):
        self.name, self.rates = name, []
        self.words = [str(word) for word in words]
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
                                        text=True, env={**os.environ, "OMP_NUM_THREADS": str(threads)})
        if self.line() != "ready\n":
            raise self.failure()

    def line(self):
        return self.process.stdout.readline()

    def failure(self):
        """What it has said."""
        self.stop()
        self.errors.seek(0)
        said = self.errors.read()
        self.end()
        return Failure(f"{' '.join(self.words)} failed:\n{said}")

    def measure(self, seconds):
        try:
            print(seconds, file=self.process.stdin, flush=True)
            self.rates.append(float(self.line()))
        except (OSError, ValueError) as error:  # it has ended, or printed something else
            raise self.failure() from error

    def median(self):
        return statistics.median(self.rates)

    def ratio(self, ours):
        """How many times as fast brickc's program is, turn by turn."""
        return statistics.median(mine / its for mine, its in zip(ours, self.rates))

    def stop(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        self.stop()
        for file in (self.process.stdin, self.process.stdout, self.errors):
            with contextlib.suppress(BrokenPipeError):  # of what it has not read
                file.close()


@contextlib.contextmanager
def started(builder, scheme, element, cells, threads, names):
    """The peers `names`, compiled and tuned for a scheme."""
    peers = []
    try:
        for name in names:
            check_agreement(name, builder, scheme, element, threads)
            peers.append(Peer(name, command(name, scheme, element, cells, threads), threads))
        yield peers
    finally:
        for peer in peers:
            peer.end()
