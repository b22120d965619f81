"""The experiment `exchange` of tools/brick-bench: how long the halo of each rank's cube takes to travel.

All strategies run in turn in one job (tools/bench/exchange), which checks first that each brings the right values.
"""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import shutil
import statistics
import tempfile

import bench_exchange_show
import bench_show
import bench_steps
from bench_programs import Failure, json_of, output_of
from bench_schemes import BENCH, ROOT

STRATEGIES = ("shared", "memmap", "layout", "basic", "packed", "types", "network")
ON_PAGES = ("shared", "memmap")  # those whose regions start on pages
PARTS = ("pack", "call", "wait", "total")
MPIRUN = ROOT / "tools" / "lib" / "mpirun"


def process_grid(ranks):
    """Three factors of `ranks`, as equal as they can be, the largest one first."""
    found = [(a, b, ranks // (a * b)) for a in range(1, ranks + 1) if ranks % a == 0
             for b in range(1, a + 1) if ranks // a % b == 0 and ranks // (a * b) <= b]
    return min(found, key=lambda grid: grid[0] * grid[1] + grid[1] * grid[2] + grid[0] * grid[2])


def job(ranks, *command):
    """A command that starts so many ranks."""
    return [MPIRUN, "-n", ranks, *command]


def built(folder, library):
    """The benchmark, linked with the runtime in a build folder."""
    compiler = os.environ.get("MPICXX", "mpicxx")
    if not shutil.which(compiler):
        raise Failure(f"{compiler} not found: MPI's C++ compiler is needed (MPICXX names it)")
    program = folder / "exchange"
    output_of([compiler, "-std=c++20", "-O3", f"-I{ROOT / 'runtime' / 'include'}", BENCH / "exchange" / "exchange.cpp",
               f"-L{library}", f"-Wl,-rpath,{library}", "-lbrick", "-o", program])
    return program


def ways(strategies, page_bytes):
    """(strategy, bytes of a page): those on pages for each of the sizes, the others once, without one."""
    for strategy in strategies:
        for page in page_bytes if strategy in ON_PAGES else [0]:
            yield strategy, page


def median_over_runs(samples, part):
    """For each rank."""
    return [statistics.median(run[PARTS.index(part)] for run in of_rank) for of_rank in samples]


def row(options, cells, way, found):
    """What is said of one strategy at one size, from what the program printed of it."""
    strategy, page = way
    over_ranks = {part: median_over_runs(found["samples"], part) for part in PARTS}
    totals = [statistics.mean(rank[run][-1] for rank in found["samples"]) for run in range(options.runs)]
    return {
        "experiment": "exchange", "strategy": strategy, "per_rank": cells, "ranks": options.ranks,
        "fields": options.fields, "wrap_in_place": options.wrap_in_place, "page_bytes": page, "runs": options.runs,
        "exchanges": found["exchanges"],
        **{f"{part}_us": statistics.mean(over_ranks[part]) for part in PARTS},
        "total_min_us": min(totals), "total_max_us": max(totals),
        "messages": found["messages"], "bytes": found["bytes"], "why": found["why"],
        "over_ranks": {part: bench_exchange_show.spread(values) for part, values in over_ranks.items()},
    }


def measure(program, options, cells):
    """The rows of one size."""
    wanted = list(ways(options.strategy, options.page_bytes))
    names = [f"{strategy}:{page}" if page else strategy for strategy, page in wanted]
    grid = "x".join(map(str, process_grid(options.ranks)))
    command = job(options.ranks, program, cells, grid, options.fields, int(options.wrap_in_place), options.runs,
                  options.seconds, *names)
    return [row(options, cells, way, found) for way, found in zip(wanted, json_of(command, threads=1))]


def groups_of_rows(options):
    """Rows as they are measured, some at a time."""
    with tempfile.TemporaryDirectory() as folder:
        program = built(pathlib.Path(folder), options.build.absolute() / "lib")
        for cells in options.cells:
            yield measure(program, options, cells)
        if options.with_compute:
            yield from bench_steps.groups_of_rows(pathlib.Path(folder), options)


def exchange(options):
    """A table of strategies for each size, and pictures."""
    rows = []
    for group in groups_of_rows(options):
        rows += group
        print(bench_exchange_show.table(group), flush=True)
        if options.bricklib:
            print(*map(bench_exchange_show.bricklib, group), sep="\n", flush=True)
        if options.json:  # after each group: what is measured is kept if a later one fails
            options.json.write_text(json.dumps(rows, indent=2) + "\n")
    if options.plot:
        for path in bench_exchange_show.draw(bench_show.pyplot(), rows, options.plot):
            print(path)
