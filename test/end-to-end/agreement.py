"""Do all ways to run an example agree?

For every domain: each compiled run, on any number of ranks and threads and by any exchange strategy, must give
the same bits, and those must be close to the reference on one rank. The reference must give the same bits on any
number of ranks and threads, and be close to itself built by a plain compiler (whose <cmath> may differ in the last bit).
"""
# SPDX-License-Identifier: MIT
import filecmp
import itertools
import sys

from programs import ROOT, Failure, run

sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools" / "lib"))
import dumps  # noqa: E402

RANKS = [1, 2, 3, 4, 8]
THREADS = [1, 2]
STEPS = 3


def compiled_runs(cells, example, full):
    """(ranks, threads, exchange) of the compiled runs on one domain.

    Starting an MPI job takes longer than these few steps. So, without `full`, every pair of ranks and threads is seen
    by `shared`, and the other strategies run once for each number of ranks, on one of the two domains between the
    extremes.
    """
    for ranks, threads in itertools.product(RANKS, THREADS):
        yield ranks, threads, "shared"
    between = example.cells[1:3]
    for number, (exchange, ranks) in enumerate(itertools.product(["memmap", "layout", "basic"], RANKS)):
        for threads in THREADS:
            if full or (cells == between[number % len(between)] and threads == 1 + ranks % 2):
                yield ranks, threads, exchange


class Agreement:
    """The dumps of one case of an example, compared as they are made."""

    def __init__(self, folder, case, steps=STEPS):
        self.folder, self.case, self.steps = folder, case, steps
        self.runs, self.largest = 0, 0.0

    def dump(self, name, program, cells, ranks, threads, exchange=None):
        file = self.folder / f"{self.case.name}-{name}.dump"
        file.unlink(missing_ok=True)
        arguments = [f"--cells={cells}", f"--steps={self.steps}", f"--out={file}", *self.case.arguments]
        # Every other run as if the fields, which are small here, were larger than the caches.
        run(self.folder / program, arguments, ranks, threads, exchange, "on" if self.runs % 2 else "off")
        self.runs += 1
        return file

    def expect_same(self, file, expected, words):
        if not filecmp.cmp(file, expected, shallow=False):
            distance = dumps.difference(dumps.read(file, self.case.element), dumps.read(expected, self.case.element))
            raise Failure(f"{words}: not the bits of one rank and one thread; largest difference {distance:.3g}")

    def expect_close(self, file, reference, words):
        distance = dumps.difference(dumps.read(file, self.case.element), dumps.read(reference, self.case.element))
        self.largest = max(self.largest, distance)
        if not distance <= self.case.tolerance:
            raise Failure(f"{words}: differs from reference mode by {distance:.3g}, more than {self.case.tolerance:g}")

    def check_compiled(self, example, cells, full):
        reference = self.dump("reference", "reference", cells, 1, 1)
        first = None
        for ranks, threads, exchange in compiled_runs(cells, example, full):
            words = f"{self.case.name}, {cells} cells, {ranks} ranks, {threads} threads, {exchange}"
            file = self.dump("compiled" if first else "first", "compiled", cells, ranks, threads, exchange)
            if first:
                self.expect_same(file, first, words)
            else:
                self.expect_close(file, reference, words)
            first = first or file

    def check_reference(self, cells):
        expected = self.dump("reference", "reference", cells, 1, 1)
        for number, ranks in enumerate(RANKS):
            threads = THREADS[number % 2]
            words = f"{self.case.name}, {cells} cells, reference mode, {ranks} ranks, {threads} threads"
            self.expect_same(self.dump("other", "reference", cells, ranks, threads), expected, words)
        words = f"{self.case.name}, {cells} cells, built by a plain compiler, on 3 ranks, 2 threads"
        self.expect_close(self.dump("other", "plain", cells, 3, 2), expected, words)
