"""Other stencil compilers, measured in the same run where they are installed.

A peer is a program in tools/bench/peers: `NAME.py SCHEME CELLS ELEMENT THREADS SECONDS` prints GCells/s, `NAME.py` alone
which schemes it has. It runs in a process of its own, since these packages bring OpenMP runtimes and compilers along.
Their numbers are for the eye: what they compute is not compared with ours.
"""
# SPDX-License-Identifier: MIT
import importlib.util
import statistics
import sys

from bench_programs import output_of
from bench_schemes import BENCH

PEERS = ("devito", "pystencils", "halide")  # names of files and of packages


def installed(names):
    """Those of `names` that can be imported, and those that cannot."""
    here = [name for name in names if importlib.util.find_spec(name)]
    return here, [name for name in names if name not in here]


def has(name, scheme):
    return scheme in output_of([sys.executable, BENCH / "peers" / f"{name}.py"]).split()


class Peer:
    """One peer's runs of a scheme."""

    def __init__(self, name, scheme, element, cells, threads):
        self.name, self.threads, self.rates = name, threads, []
        self.command = [sys.executable, BENCH / "peers" / f"{name}.py", scheme, cells, element, threads]

    def measure(self, seconds):
        self.rates.append(float(output_of([*self.command, seconds], self.threads).split()[-1]))

    def median(self):
        return statistics.median(self.rates)


def start(scheme, element, cells, threads, names):
    """Those of the installed peers `names` that have this scheme."""
    return [Peer(name, scheme, element, cells, threads) for name in names if has(name, scheme)]
