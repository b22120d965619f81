"""Whole time steps of compiled schemes on equal cubes, by strategy: one rank a core, and one rank with all threads.

Every run is a job of its own. They take turns, since a machine's speed drifts.
"""
# SPDX-License-Identifier: MIT
import statistics

import bench_exchange
import bench_programs

STRATEGIES = ("shared", "memmap", "layout", "basic")  # those that brickc plans for
TURN = 10      # a run takes so many times as long as a turn of exchanges
FEW_STEPS = 5  # even where one takes longer
PARTS = ("calc", "pack", "call", "wait")


class Case:
    """A scheme, how it travels, and on how many ranks and threads; and the reports of its runs."""

    def __init__(self, builder, options, scheme, cells, way, ranks, threads):
        self.options, self.scheme, self.cells, self.way = options, scheme, cells, way
        self.ranks, self.threads = ranks, threads
        self.program = builder.ours(scheme, "double", way[0])
        self.reports = []
        first = self.run(FEW_STEPS)["step"]["max"]
        self.steps = max(FEW_STEPS, round(TURN * options.seconds / max(first, 1e-7)))

    def run(self, steps):
        """What the program says of its time."""
        strategy, page = self.way
        grid = "x".join(map(str, bench_exchange.process_grid(self.options.ranks)))  # as many cubes for one rank
        command = bench_exchange.job(self.ranks, self.program, self.cells, steps, f"--cubes={grid}",
                                     f"--wrap={int(self.options.wrap_in_place)}", "--metrics=1")
        pages = {"BRICK_PAGE_BYTES": str(page)} if page else {}
        return bench_programs.json_of(command, self.threads, BRICK_EXCHANGE=strategy, **pages)

    def measure(self):
        self.reports.append(self.run(self.steps))

    def row(self):
        """What is said of it: the report of the run whose steps took the median of all."""
        reports = sorted(self.reports, key=lambda report: report["step"]["avg"])
        median = reports[len(reports) // 2]
        strategy, page = self.way
        return {
            "experiment": "step", "scheme": self.scheme, "strategy": strategy, "per_rank": self.cells,
            "ranks": self.ranks, "threads": self.threads, "fields": 1, "wrap_in_place": self.options.wrap_in_place,
            "page_bytes": page, "runs": len(reports), "steps": self.steps,
            **{f"{part}_us": 1e6 * median[part]["avg"] for part in PARTS},
            "total_us": 1e6 * median["step"]["avg"],
            "total_min_us": 1e6 * reports[0]["step"]["avg"], "total_max_us": 1e6 * reports[-1]["step"]["avg"],
            "perf_gcells_s": median["perf"]["avg"], "messages": median["messages"]["avg"],
            "bytes": median["bytes"]["avg"], "why": "; ".join(median["notes"]),
            "over_ranks": {**{part: {key: 1e6 * value for key, value in median[part].items()} for part in PARTS},
                           "bytes": median["bytes"], "mpi_gb_s": median["mpi_speed"]},
        }


def of_one_rank(case, cases):
    """How much longer steps take than those of one rank with all threads, by the same strategy: the median over turns."""
    one = next(other for other in cases if other.ranks == 1 and other.way == case.way)
    return statistics.median(report["step"]["avg"] / alone["step"]["avg"]
                             for report, alone in zip(case.reports, one.reports))


def measured(cases, runs):
    for _ in range(runs):
        for case in cases:
            case.measure()
    return [{**case.row(), "of_one_rank": of_one_rank(case, cases)} for case in cases]


def groups_of_rows(folder, options):
    """The rows of every size and scheme, all strategies on as many ranks as wanted, then with as many threads."""
    builder = bench_programs.Builder(folder, options.brickc)
    strategies = [strategy for strategy in options.strategy if strategy in STRATEGIES]
    shapes = list(dict.fromkeys([(options.ranks, 1), (1, options.ranks)]))
    for cells in options.cells:
        for scheme in options.scheme:
            yield measured([Case(builder, options, scheme, cells, way, *shape) for shape in shapes
                            for way in bench_exchange.ways(strategies, options.page_bytes)], options.runs)
