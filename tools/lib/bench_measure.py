"""Measuring a scheme: the baseline's best choice first, then both programs and the machine itself in turn."""
# SPDX-License-Identifier: MIT
import itertools
import statistics

import bench_peers
from bench_programs import Choice, check_agreement, gcells, output_of
from bench_schemes import SCHEMES, bound, bytes_per_cell, moved

STORES = ("cached", "streaming")
BLOCKS = (8, 16, 32, 0)   # rows; 0: whole planes
PREFETCH = (0, 1, 2, 4)   # rows ahead
CONTENDERS = 3            # choices that are looked at more closely


def steps_for(seconds, rate, cells):
    """Time steps that take about so long at a rate of GCells/s."""
    return max(1, round(seconds * rate * 1e9 / cells**3))


def tune(builder, scheme, element, cells, threads, seconds):
    """(choice, GCells/s): the best way to run a baseline. A short run for each compiler, store and block, then for each
    prefetch distance with the best of these, and once more for the best of all."""
    programs = {compiler: builder.baseline(scheme, element, compiler) for compiler in builder.compilers}
    guess = gcells(programs[builder.compilers[0]], cells, 2, threads)
    steps = steps_for(seconds, guess, cells)
    rates = {}

    def try_out(choice):
        rate = gcells(programs[choice.compiler], cells, steps, threads, choice.arguments())
        rates[choice] = max(rate, rates.get(choice, 0))  # other work on the machine only ever makes a run slower

    def best():
        return sorted(rates, key=rates.get, reverse=True)[:CONTENDERS]

    blocks = [block for block in BLOCKS if block < cells]
    for compiler, store, block in itertools.product(builder.compilers, STORES, blocks):
        try_out(Choice(compiler, store, block, PREFETCH[1]))
    for choice, prefetch in itertools.product(best(), PREFETCH):
        try_out(choice._replace(prefetch=prefetch))
    for choice in best():  # perhaps one of them was interrupted
        try_out(choice)
    found = max(rates, key=rates.get)
    return found, rates[found]


class Mover:
    """A loop that reads and writes arrays: GB/s with streaming and with cached stores."""

    def __init__(self, command):
        self.command, self.streamed, self.cached = command, [], []

    def measure(self, threads):
        streamed, cached = output_of(self.command, threads).split()
        self.streamed.append(float(streamed))
        self.cached.append(float(cached))

    def best(self):
        """In the caches, stores that go past them are no measure of what memory gives."""
        return max(statistics.median(self.streamed), statistics.median(self.cached))


def fields_mover(builder, scheme, element, cells, seconds, fields=None):
    """A loop that moves as many bytes as the scheme: (read, written) fields, by default as many as the scheme has."""
    fields = fields or (SCHEMES[scheme].reads, SCHEMES[scheme].writes)
    return Mover([builder.machine("copy", element), bytes_per_cell(scheme, element) * cells**3, seconds, *fields])


class Machine:
    """The machine's own rates: of copying as much as a scheme moves, of moving it as the scheme does (so many fields
    in, so many out), and 10^9 operations a second."""

    def __init__(self, builder, scheme, element, cells, threads, seconds):
        copies = (SCHEMES[scheme].reads, SCHEMES[scheme].writes) == (1, 1)
        self.copy = fields_mover(builder, scheme, element, cells, seconds, (1, 1))
        self.mix = self.copy if copies else fields_mover(builder, scheme, element, cells, seconds)
        self.peak = builder.machine("peak", element)
        self.threads, self.seconds = threads, seconds
        self.operations = []

    def measure(self):
        self.copy.measure(self.threads)
        if self.mix is not self.copy:
            self.mix.measure(self.threads)
        self.operations.append(float(output_of([self.peak, self.seconds / 2], self.threads)))


def measure(builder, scheme, element, cells, options):
    """One row of the table. Raises Failure when the programs do not compute the same."""
    threads = options.threads
    choice, rate = tune(builder, scheme, element, cells, threads, options.seconds / 5)
    check_agreement(builder, scheme, element, choice, threads)
    ours, baseline = builder.ours(scheme, element), builder.baseline(scheme, element, choice.compiler)
    my_steps = steps_for(options.seconds, gcells(ours, cells, 2, threads), cells)
    its_steps = steps_for(options.seconds, rate, cells)
    machine = Machine(builder, scheme, element, cells, threads, min(options.seconds, 0.5))
    mine, its = [], []
    pair = [(its, baseline, its_steps, choice.arguments()), (mine, ours, my_steps, ())]
    with bench_peers.started(builder, scheme, element, cells, threads, options.peer) as peers:
        for turn in range(options.runs):
            # By turns, as the memory that a program gets depends on who ran before it.
            for rates, program, steps, arguments in pair if turn % 2 == 0 else reversed(pair):
                rates.append(gcells(program, cells, steps, threads, arguments))
            machine.measure()
            for peer in peers:
                peer.measure(options.seconds)
    return row(scheme, element, cells, options, choice, mine, its, machine, peers)


def row(scheme, element, cells, options, choice, mine, its, machine, peers):
    ratios = [a / b for a, b in zip(mine, its)]
    copy, mix, peak = machine.copy.best(), machine.mix.best(), statistics.median(machine.operations)
    limit, moves = bound(scheme, element, copy, peak), moved(scheme, element, mix)
    median = statistics.median(mine)
    return {
        "scheme": scheme, "element": element, "cells": cells, "ranks": 1, "threads": options.threads,
        "runs": options.runs,
        "ours_gcells_s": median, "baseline_gcells_s": statistics.median(its), "baseline": choice._asdict(),
        "ratio": statistics.median(ratios), "ratio_min": min(ratios), "ratio_max": max(ratios),
        "nt_copy_gb_s": statistics.median(machine.copy.streamed),
        "cached_copy_gb_s": statistics.median(machine.copy.cached),
        "moved_gb_s": mix, "peak_goperations_s": peak,
        "bytes_per_cell": bytes_per_cell(scheme, element), "operations_per_cell": SCHEMES[scheme].operations,
        "bound": limit.kind, "bound_gcells_s": limit.gcells_s, "bound_fraction": median / limit.gcells_s,
        "moved_gcells_s": moves, "moved_fraction": median / moves,
        "peers_gcells_s": {peer.name: peer.median() for peer in peers},
        "peers_ratio": {peer.name: peer.ratio(mine) for peer in peers},
    }
