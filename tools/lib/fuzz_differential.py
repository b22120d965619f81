"""Compiles a random program in a random way, and compares what its cases compute with reference mode.

--fp=strict must give the reference's bits, other modes values close to them, on any number of ranks.
"""
# SPDX-License-Identifier: MIT
import array
import dataclasses
import math
import pathlib
import random
import re
import tempfile

import dumps
import fuzz_commands
import fuzz_programs
from fuzz_commands import ROOT, Failure
from fuzz_minimise import minimise
from fuzz_types import ELEMENTS
from fuzz_variants import applicable, variant

BUILD_LIMITS, RUN_LIMITS = fuzz_commands.Limits(300), fuzz_commands.Limits(60)


class Trial:
    """One program in one variant: its folder, and the commands run so far, to be shown if it fails."""

    def __init__(self, folder, program, way, brickc):
        self.folder, self.program, self.way, self.brickc = pathlib.Path(folder), program, way, brickc
        self.commands, self.largest = [], {}
        (self.folder / "program.cpp").write_text(program.text)

    def execute(self, kind, command, limits, environment=()):
        settings = [f"{name}={value}" for name, value in environment]
        self.commands.append(" ".join([*settings, fuzz_commands.shown(command)]))
        code, output = fuzz_commands.run(command, self.folder, limits, environment)
        if code != 0:
            reason = "ran too long" if fuzz_commands.too_long(code) else f"exit code {code}"
            error = re.search(r"error: .*", output)
            raise Failure(f"{kind}: {error[0] if error else reason}", f"{reason}\n{output[-3000:]}")

    def build(self, kind, name, options):
        self.execute(kind, [self.brickc, *options, "program.cpp", "-o", name], BUILD_LIMITS)

    def run(self, kind, name, ranks):
        """The dump of a run."""
        command = [ROOT / "tools" / "lib" / "mpirun", "-n", ranks, f"./{name}", f"{name}.dump"]
        # More threads than cores would mostly wait for each other. Small sweeps are shared by them too.
        self.execute(kind, command, RUN_LIMITS,
                     [("BRICK_THREADS", "2" if ranks == 1 else "1"), ("BRICK_THREADS_FROM", "0")])
        return (self.folder / f"{name}.dump").read_bytes()

    def fields(self):
        """(case, field, where its bytes are in a dump) for all results."""
        at = 0
        for case in self.program.cases:
            for field, count in case.results:
                size = count * array.array(ELEMENTS[field.type].code).itemsize
                yield case, field, slice(at, at + size)
                at += size

    def require_finite(self, results):
        """A program that computes no numbers is badly made, and compares with nothing."""
        for case, field, part in self.fields():
            if not math.isfinite(sum(array.array(ELEMENTS[field.type].code, results[part]))):
                raise Failure("reference results", f"{case.name}: '{field.name}' is not finite", [case.name])

    def compare(self, kind, actual, expected, strict):
        """Case by case; the message names the cases and fields that differ."""
        if actual == expected:
            return
        if len(actual) != len(expected):
            raise Failure(kind, f"{len(actual)} bytes of results, reference mode has {len(expected)}")
        texts, cases = [], []
        for case, field, part in self.fields():
            distance = self.distance(field, actual[part], expected[part])
            # Rounding of the least precise field spreads to the others.
            tolerance = max(ELEMENTS[each.type].tolerance for each, _ in case.results)
            if distance > (0 if strict else tolerance):
                texts.append(f"{case.name}: '{field.name}' differs from reference mode by {distance:.3g}")
                cases.append(case.name)
            elif not strict:
                self.largest[tolerance] = max(self.largest.get(tolerance, 0), distance)
        if texts:
            raise Failure(kind, "\n".join(texts), dict.fromkeys(cases))

    def distance(self, field, actual, expected):
        """0 for the same bits; relative to the field's largest value, for integers the number of them that differ."""
        if actual == expected:
            return 0.0
        element = ELEMENTS[field.type]
        values, wanted = (array.array(element.code, data) for data in (actual, expected))
        if element.exact:
            return sum(value != other for value, other in zip(values, wanted))
        # Bits may differ where values do not: in the sign of a zero.
        return dumps.difference(values, wanted) or 5e-324

    def check(self):
        """Raises Failure where brickc and reference mode disagree."""
        self.build("reference build", "reference", ["--reference", "-O1"])
        self.build("build", "compiled", self.way.options)
        expected = self.run("reference run", "reference", 1)
        self.require_finite(expected)
        for ranks in (1, 3):
            self.compare(f"results on {ranks} rank(s)", self.run("run", "compiled", ranks), expected, self.way.strict)
        if self.way.ranks:
            self.compare("reference results", self.run("reference run", "reference", self.way.ranks), expected, True)


class Differential:
    """Tests programs; keeps what shows a failure, made smaller, in a folder."""

    def __init__(self, brickc, kept, minimise_seconds, report):
        self.brickc, self.kept, self.minimise_seconds, self.report = brickc, kept, minimise_seconds, report
        self.largest = {}  # difference in inexact modes, by the tolerance that applies

    def attempt(self, program, way):
        """The failure of a program, or None."""
        with tempfile.TemporaryDirectory(prefix="brick-fuzz-") as folder:
            trial = Trial(folder, program, way, self.brickc)
            try:
                trial.check()
            except Failure as failure:
                return failure
            finally:
                for tolerance, distance in trial.largest.items():
                    self.largest[tolerance] = max(self.largest.get(tolerance, 0), distance)
        return None

    def test(self, seed, count):
        """One file of `count` cases, all of which follow from the seed. Returns how many failed."""
        choose = random.Random(seed)
        program = fuzz_programs.program(choose, count)
        way = variant(choose, program)
        failure = self.attempt(program, way)
        if failure is None:
            return 0
        guilty = self.isolate(program, way, failure)
        for single, reason in guilty or [(program, failure)]:
            self.show(seed, single, way, reason)
        return max(1, len(guilty))

    def isolate(self, program, way, failure):
        """Each failing case as a program of its own, with its failure."""
        suspects = [case for case in program.cases if not failure.cases or case.name in failure.cases]
        singles = [fuzz_programs.assemble([case]) for case in suspects]
        found = [(single, self.attempt(single, applicable(way, single))) for single in singles]
        return [(single, reason) for single, reason in found if reason and reason.stage == failure.stage]

    def show(self, seed, program, way, failure):
        way = applicable(way, program)
        smaller = self.smaller(program, way, failure)
        place = self.kept.resolve() / f"seed-{seed}-{program.cases[0].name if len(program.cases) == 1 else 'all'}"
        with tempfile.TemporaryDirectory(prefix="brick-fuzz-") as folder:
            trial = Trial(folder, smaller, way, self.brickc)
            try:
                trial.check()
            except Failure as reason:
                failure = reason
            fuzz_commands.keep(folder, place, trial.commands, failure)
        self.report(f"seed {seed}, {place.name}: {failure.kind}: {trial.commands[-1]}\n{failure}\nkept in {place}")

    def smaller(self, program, way, failure):
        def fails(text):
            reason = self.attempt(dataclasses.replace(program, text=text), way)
            return reason is not None and reason.kind == failure.kind

        if "reference" in failure.stage:
            return program
        return dataclasses.replace(program, text=minimise(program.text, fails, self.minimise_seconds))
