"""How long the halo of each rank's cube takes to travel (experiment K1 of PPoPP'21), for tools/brick-bench exchange.

All strategies run in turn in one job (tools/bench/exchange), which checks first that each brings the right values.
"""
# SPDX-License-Identifier: MIT
import contextlib
import os
import pathlib
import statistics
import tempfile

import bench_exchange_show
import bench_steps
from bench_programs import built_for_mpi, json_of
from bench_schemes import ROOT

STRATEGIES = ("shared", "shared-layout", "memmap", "layout", "basic", "shift", "memmap-put", "layout-put", "packed", "types", "network",
              "network_huge")
ON_PAGES = ("shared", "shared-layout", "memmap", "shift", "memmap-put")  # those whose regions start on pages
PACKS = ("packed", "persistent", "by_hand")  # those that copy all that they send
PARTS = ("pack", "call", "wait", "total")
PAGE = os.sysconf("SC_PAGESIZE")
BRICK = 8  # cells along each axis, as in tools/bench/exchange/problem.hpp
DEFAULTS = {"cells": [16, 32, 64, 128, 256], "fields": 1}  # of what all experiments with bricks take
MPIRUN = ROOT / "tools" / "lib" / "mpirun"


def factors(number, count, most):
    """All ways to write a number as a product of so many factors, none above `most`, the largest one first."""
    if count == 1:
        return [(number,)] if number <= most else []
    return [(first, *rest) for first in range(1, min(number, most) + 1) if number % first == 0
            for rest in factors(number // first, count - 1, first)]


def process_grid(ranks, dims=3):
    """As many factors of `ranks`, as equal as they can be, the largest one first."""
    return min(factors(ranks, dims, ranks), key=lambda grid: sum(ranks // side for side in grid))


def job(ranks, *command):
    """A command that starts so many ranks."""
    return [MPIRUN, "-n", ranks, *command]


@contextlib.contextmanager
def program_of(options, source="exchange/exchange.cpp"):
    """A program of tools/bench, linked with the runtime in a build folder, for as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        yield built_for_mpi(pathlib.Path(folder), source, options.build.absolute() / "lib")


def ways(strategies, page_bytes):
    """(strategy, bytes of a page): those on pages for each of the sizes, the others once, without one."""
    for strategy in strategies:
        for page in page_bytes if strategy in ON_PAGES else [0]:
            yield strategy, page


def median_over_runs(samples, part):
    """For each rank."""
    return [statistics.median(run[PARTS.index(part)] for run in of_rank) for of_rank in samples]


def speeds(bytes_of_ranks, times):
    """GB/s of each rank; 0 where it takes no time. Times are microseconds."""
    return [1e-3 * sent / time if time > 0 else 0 for sent, time in zip(bytes_of_ranks, times)]


def measured(found):
    """What a row says of one way, from what the program printed of it: means over ranks of medians over runs."""
    over_ranks = {part: median_over_runs(found["samples"], part) for part in PARTS}
    in_mpi = map(sum, zip(over_ranks["call"], over_ranks["wait"]))
    sent = {"bytes": found["bytes"], "mpi_gb_s": speeds(found["bytes"], in_mpi)}
    if found["way"] in PACKS:
        sent["pack_gb_s"] = speeds(found["bytes"], over_ranks["pack"])
    totals = [statistics.mean(run[-1] for run in of_ranks) for of_ranks in zip(*found["samples"])]
    return {
        "runs": len(totals), "exchanges": found["exchanges"],
        **{f"{part}_us": statistics.mean(over_ranks[part]) for part in PARTS},
        "total_min_us": min(totals), "total_max_us": max(totals), "turns_us": totals,
        **{key: statistics.mean(found[key]) for key in ("messages", "bytes")}, "why": found["why"],
        "over_ranks": {part: bench_exchange_show.spread(values) for part, values in {**over_ranks, **sent}.items()},
    }


def times(row, other):
    """How many times as long as another way one takes: the median over turns, since the machine's speed drifts."""
    return statistics.median(own / its for own, its in zip(row["turns_us"], other["turns_us"]))


def with_ratio(rows, key, reference):
    """Rows with `key`, how many times as long as by one strategy each takes, where that was measured too."""
    other = next((row for row in rows if row["strategy"] == reference), None)
    return [{**row, key: times(row, other)} for row in rows] if other else rows


def row(options, cells, dims, way, found):
    """What is said of one strategy at one size."""
    strategy, page = way
    return {
        "experiment": "exchange" if options.experiment == "strategies" else options.experiment, "strategy": strategy,
        "per_rank": cells, "dims": dims, "ranks": options.ranks, "fields": options.fields,
        "wrap_in_place": wraps_in_place(options), "page_bytes": page, **measured(found),
    }


def wraps_in_place(options):
    return getattr(options, "wrap_in_place", False)


def measure(program, options, cells, dims=3):
    """The rows of one size."""
    wanted = list(ways(options.strategy, getattr(options, "page_bytes", [0])))
    names = [f"{strategy}:{page}" if page else strategy for strategy, page in wanted]
    grid = "x".join(map(str, process_grid(options.ranks, dims)))
    command = job(options.ranks, program, cells, grid, options.fields, int(wraps_in_place(options)), options.runs,
                  options.seconds, *names)
    rows = [row(options, cells, dims, way, found) for way, found in zip(wanted, json_of(command, threads=1))]
    return with_ratio(rows, "of_network", "network")


def groups_of_rows(options):
    """Rows as they are measured, some at a time."""
    with program_of(options) as program:
        for cells in options.cells:
            yield measure(program, options, cells)
    if options.with_compute:
        with tempfile.TemporaryDirectory() as folder:
            yield from bench_steps.groups_of_rows(pathlib.Path(folder), options)
