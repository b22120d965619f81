"""The experiments of `tools/brick-bench exchange`: what each shows and takes, how its rows are measured and shown."""
# SPDX-License-Identifier: MIT
import dataclasses
import json
import math
import typing

import bench_exchange
import bench_exchange_papers
import bench_exchange_show
import bench_halo
import bench_max_rate
import bench_max_rate_show
import bench_pipelines
import bench_show
from bench_programs import Failure


@dataclasses.dataclass(frozen=True)
class Experiment:
    figure: str              # the paper, and where in it
    shows: str
    strategies: tuple        # all that it can compare, which is the default
    defaults: dict           # of the options that it takes and not all others
    groups: typing.Callable  # of options: lists of rows, those of one table at a time
    table: typing.Callable = bench_exchange_show.table  # rows as text
    draw: typing.Callable = bench_exchange_show.draw    # (plt, rows, folder): writes pictures, returns their paths
    bricks: bool = True      # its cubes are whole bricks
    fewest_ranks: int = 1
    most_ranks: float = math.inf


EXPERIMENTS = {
    "strategies": Experiment(
        "PPoPP'21, experiment K1 (section 7.1)", "every strategy on cubes of each size; whole time steps",
        bench_exchange.STRATEGIES,
        {**bench_exchange.DEFAULTS, "page_bytes": [bench_exchange.PAGE], "wrap_in_place": False, "with_compute": False,
         "scheme": ["star7", "cube125"], "bricklib": False},
        bench_exchange.groups_of_rows),
    "order": Experiment(
        "PPoPP'21, figure 4 and table 1", "what an order of the surface that needs few messages gains",
        bench_exchange_papers.ORDER, {**bench_exchange.DEFAULTS, "dims": [1, 2, 3]}, bench_exchange_papers.order),
    "page-size": Experiment(
        "PPoPP'21, figure 18", "what larger pages cost memmap, beside strategies without pages",
        bench_exchange_papers.PAGE_SIZE, {**bench_exchange.DEFAULTS, "page_bytes": bench_exchange_papers.PAGES},
        bench_exchange_papers.on_pages, bench_exchange_show.padding_table),
    "padding": Experiment(
        "PPoPP'21, table 2", "what pages add to the bytes that are sent, and the bandwidth reached",
        bench_exchange_papers.PADDING, {**bench_exchange.DEFAULTS, "page_bytes": bench_exchange_papers.PAGES},
        bench_exchange_papers.on_pages, bench_exchange_show.padding_table, bench_exchange_show.draw_padding),
    "max-rate": Experiment(
        "Tausch, figure 4.2 and table 1", "the max-rate model fitted to messages, and halos beside it",
        bench_max_rate.STRATEGIES, bench_max_rate.DEFAULTS, bench_max_rate.max_rate, bench_max_rate_show.table,
        bench_max_rate_show.draw, bricks=False, fewest_ranks=2),
    "pack": Experiment(
        "Tausch, figure 4.3", "packing a cube's faces by the halo library and by MPI_Pack",
        bench_halo.PACKERS, bench_halo.PACKING, bench_halo.pack, bricks=False),
    "hpccg": Experiment(
        "Tausch, figure 5.1", "the halo of a sparse matrix on a chimney of cubes, by the halo library and by hand",
        bench_halo.MINI_APPS, bench_halo.CELLS, bench_halo.hpccg, bricks=False),
    "minife": Experiment(
        "Tausch, figure 5.2", "the same on the corners of cells, cut along all axes",
        bench_halo.MINI_APPS, bench_halo.CELLS, bench_halo.minife, bricks=False),
    "pipelines": Experiment(
        "Schneider, Gerstenberger, Hoefler 2013, figures 8 to 12", "one-sided messages: packing behind puts",
        bench_pipelines.STRATEGIES, bench_pipelines.DEFAULTS, bench_pipelines.groups_of_rows, bench_pipelines.table,
        bench_pipelines.draw, bricks=False, fewest_ranks=2, most_ranks=2),
}


def listing():
    """One line for each experiment."""
    return "\n".join(f"{name:<12} {each.figure}: {each.shows}" for name, each in EXPERIMENTS.items())


def measure(options, experiment):
    """Shows tables as they are measured, and returns all rows."""
    rows = []
    for group in experiment.groups(options):
        if not group:  # what was wanted is not for messages of that kind
            continue
        rows += group
        print(experiment.table(group), flush=True)
        if getattr(options, "bricklib", False):
            print(*map(bench_exchange_show.bricklib, group), sep="\n", flush=True)
        if options.json:  # after each group: what is measured is kept if a later one fails
            options.json.write_text(json.dumps(rows, indent=2) + "\n")
    if not rows:
        raise Failure(f"--experiment {options.experiment}: nothing that was asked for can be measured")
    return rows


def exchange(options):
    """Tables, and the file and pictures that are wanted."""
    if options.experiment == "list":
        print(listing())
        return
    experiment = EXPERIMENTS[options.experiment]
    rows = measure(options, experiment)
    if options.plot:
        options.plot.mkdir(parents=True, exist_ok=True)
        for path in experiment.draw(bench_show.pyplot(), rows, options.plot):
            print(path)
