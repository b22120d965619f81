"""The search of tools/brick-tune.

The best plan so far meets its neighbours, which differ from it in one thing. Machines drift by more than most plans
differ by, so two programs are only compared in pairs of runs, one behind the other, by turns which one is the first;
who loses the first two pairs has lost. Each comparison may still be won by chance, so in the end what was found must win
against what brickc planned, in twice as many pairs.
"""
# SPDX-License-Identifier: MIT
import shlex
import statistics
import time

import tune_plan
from tune_programs import Failure, Refused

GAIN = 1.02   # times as fast that a plan must be in the median
SHARE = 0.8   # of the pairs that it must win
ROUNDS = 3    # of shapes of bricks, each next to the last one's


class Outcome:
    """Of one plan against another: `ratios` of their times, pair by pair."""

    def __init__(self, ratios):
        self.ratios, self.median = ratios, statistics.median(ratios)

    def is_won(self, gain=GAIN):
        return self.median >= gain and sum(ratio > 1 for ratio in self.ratios) >= SHARE * len(self.ratios)

    def spread(self):
        return f"({min(self.ratios):.2f} to {max(self.ratios):.2f}, {len(self.ratios)} pairs)"

    def __str__(self):
        return f"{self.median:.2f} {self.spread()}"


def race(runner, best, other, pairs):
    """How many times as fast `other` is."""
    ratios = []
    for turn in range(pairs):
        order = (best, other) if turn % 2 == 0 else (other, best)
        seconds = {program: runner.seconds(program) for program in order}
        ratios.append(seconds[best] / seconds[other])
        if turn > 0 and max(ratios) < 1:
            break
    return Outcome(ratios)


class Search:
    """What is known: the best plan, its program, and all that has been tried."""

    def __init__(self, compiler, runner, pairs, seconds):
        self.compiler, self.runner, self.pairs = compiler, runner, pairs
        self.end = time.monotonic() + seconds
        try:
            self.plan = self.planned = compiler.planned()
        except Refused as error:
            raise Failure(f"brickc {shlex.join(compiler.arguments)} failed:\n{error}") from error
        if not self.plan.stencils():
            raise Failure("there is no stencil in this file")
        if self.plan.is_for_devices():
            raise Failure("plans for GPUs are not tuned")
        self.program = self.own = compiler.first_program(self.plan)
        self.known = {compiler.source(self.plan)}
        print(f"brickc's plan: {runner.first_seconds(self.program):.3f} s of sweeps and exchanges", flush=True)

    def is_over(self):
        return time.monotonic() > self.end

    def is_new(self, plan):
        """Whether its code has not been tried yet."""
        try:
            source = self.compiler.source(plan)
        except Refused:
            return False
        is_known = source in self.known
        self.known.add(source)
        return not is_known

    def best_of(self, candidates):
        """Tries (name, plan) pairs; whether one of them is the best now."""
        candidates = [(name, plan) for name, plan in candidates if not self.is_over() and self.is_new(plan)]
        winner = None
        programs = [] if self.is_over() else self.compiler.programs([plan for _, plan in candidates])
        for (name, plan), program in zip(candidates, programs):
            if self.is_over():
                break
            try:
                if isinstance(program, Refused):
                    raise program
                outcome = race(self.runner, self.program, program, self.pairs)
            except Refused as error:
                print(f"  {name:<44} not possible: {error.line()}", flush=True)
                continue
            print(f"  {name:<44} {outcome}", flush=True)
            if outcome.is_won() and (not winner or outcome.median > winner[0].median):
                winner = outcome, name, plan, program
        if winner:
            _, name, self.plan, self.program = winner
            print(f"better: {name}", flush=True)
        return winner is not None

    def shapes(self):
        for shape in tune_plan.bricks(self.plan):
            try:
                yield "bricks of " + "x".join(map(str, shape)), self.compiler.planned(shape)
            except Refused:  # it does not fit what the stencils need
                continue

    def run(self):
        if not self.compiler.shape_is_given():
            for _ in range(ROUNDS):
                if not self.best_of(self.shapes()):
                    break
        for stencil in self.plan.stencils():
            while self.best_of(tune_plan.changes(self.plan, stencil)):
                pass


def tuned(compiler, runner, pairs, minutes):
    """The fastest plan that was found; None if that is what brickc plans itself."""
    search = Search(compiler, runner, pairs, 60 * minutes)
    search.run()
    if search.is_over():
        print("the time is over: there are plans that have not been tried")
    if search.plan != search.planned:
        try:
            outcome = race(runner, search.own, search.program, 2 * pairs + 1)
        except Refused as error:
            raise Failure(f"the program failed, by a plan by which it had run:\n{error}") from error
        if outcome.is_won(gain=1):
            print(f"the best plan is {outcome.median:.2f} times as fast as brickc's {outcome.spread()}")
            return search.plan
        print(f"what was found is no better than brickc's plan after all: {outcome}")
    print("nothing is better than brickc's plan")
    return None
