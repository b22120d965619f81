"""The experiment `pipelines` of tools/brick-bench exchange: messages of many blocks that are put, one-sided.

Figures 8 to 12 of Schneider, Gerstenberger, Hoefler, "Compiler optimizations for non-contiguous remote data movement":
the transposition of an FFT, and two messages of SPECFEM3D_GLOBE. A message travels to the other rank and back, by all
strategies in turn in one job (tools/bench/halo/pipelines.cpp), which checks first that each brings the right values.
Blocks of pipelines come from costs that are measured before, over the same network.
"""
# SPDX-License-Identifier: MIT
import itertools
import math
import pathlib
import tempfile

import bench_exchange
import bench_exchange_show
import bench_show
import put_costs
from bench_programs import built_for_mpi, json_of, output_of
from bench_schemes import ROOT

STRATEGIES = ("maximal-block", "packed-put", "fixed-pipeline", "superpipeline")
SINGLE = ("maximal-block", "packed-put")  # no pipelines
LAYOUTS = ("fft", "specfem-regular", "specfem-irregular")  # figures 8 and 11, 9 and 12, 10
BLOCK_BYTES = {"specfem-regular": 12, "specfem-irregular": 4}
FFT_BLOCK_BYTES = 16, 1792  # a complex number; the largest one of figure 8
SIZES = [2**14, 2**16, 2**18, 2**20, 1792**2]  # bytes; of fft blocks of 128 to 1792
DEFAULTS = {"layout": list(LAYOUTS), "bytes": SIZES, "netlab": "", "swept": False, "most_puts": 4096}
SECONDS_OF_COSTS = 2


def message(layout, size):
    """(blocks, bytes of each): about `size` bytes in all. A block of fft grows with the message, as matrices do."""
    block = BLOCK_BYTES.get(layout)
    if block is None:
        least, most = FFT_BLOCK_BYTES
        block = min(max(least, math.isqrt(size) // least * least), most)
    return max(1, size // block), block


def launched(options):
    """How two ranks start: on this machine, or on two nodes with a network of known rate."""
    if options.netlab:
        return [ROOT / "tools" / "netlab", "--rate", options.netlab, "--"]
    return [bench_exchange.MPIRUN, "-n", 2]


def row(options, costs, found):
    """What is said of one strategy for one message; times of the way there, half of those of the round trip."""
    numbers = bench_exchange.measured(found["measured"])
    del numbers["over_ranks"]  # of round trips, and two ranks have no more to say than their mean
    for key in ("call_us", "wait_us", "total_us", "total_min_us", "total_max_us"):
        numbers[key] /= 2
    numbers["turns_us"] = [time / 2 for time in numbers["turns_us"]]
    strategy = found["measured"]["way"]
    return {
        "experiment": "pipelines", "network": options.netlab or "node", "swept": options.swept, "strategy": strategy,
        "layout": found["layout"], "block_bytes": found["block_bytes"], "blocks": found["blocks"],
        "per_rank": found["blocks"], "ranks": 2, "fields": 1, **numbers,
        "pack_us": 0.0 if strategy == "maximal-block" else found["packing_us"], "messages": found["puts"],
        "gb_s": 1e-3 * numbers["bytes"] / numbers["total_us"],
        **{key: found[key] for key in ("model_us", "first", "factor", "most", "count_every")}, "costs": costs,
    }


def with_ratio(rows):
    """Rows of a layout with how many times as long each takes as the better of a packed put and maximal blocks, where
    those were measured too."""
    for _, group in itertools.groupby(rows, key=lambda one: one["bytes"]):
        some = list(group)
        best = min((one for one in some if one["strategy"] in SINGLE), key=lambda one: one["total_us"], default=None)
        yield from bench_exchange.with_ratio(some, "of_best", best["strategy"]) if best else some


def measured_costs(folder, options):
    """put_costs of this network, or of this node, as brick-probe writes them, without "node-"."""
    program = built_for_mpi(folder, "machine/puts.cpp")
    output = output_of([*launched(options), program, min(SECONDS_OF_COSTS, 100 * options.seconds)])
    return {key.removeprefix("node-"): float(f"{cost:.4g}") for key, cost in put_costs.fitted(output).items()}


def groups_of_rows(options):
    """Rows of one layout after the other."""
    with (tempfile.TemporaryDirectory() as folder,
          bench_exchange.program_of(options, "halo/pipelines.cpp") as program):
        costs = measured_costs(pathlib.Path(folder), options)
        for layout in options.layout:
            messages = [":".join(map(str, (layout, *message(layout, size)))) for size in options.bytes]
            command = [*launched(options), program, ",".join(options.strategy), options.runs, options.seconds,
                       int(options.swept), options.most_puts, *(costs[key] for key in put_costs.KEYS), *messages]
            yield list(with_ratio([row(options, costs, found) for found in json_of(command, threads=1)]))


def title(one):
    network = "one node" if one["network"] == "node" else f"netlab, {one['network']}"
    return f"{one['layout']}, {network}" + ", out of the second-level cache" * one["swept"]


def blocks(one):
    """The sizes of blocks as text."""
    if one["messages"] == 1 or one["strategy"] == "maximal-block":
        return ""
    growth = f" x {one['factor']:.2f} to {one['most']}" if one["factor"] > 1 and one["most"] else ""
    return f"{one['first']}{growth}" + f", counted every {one['count_every']}" * (one["count_every"] < one["bytes"])


def table(rows):
    """Rows of one layout."""
    costs = ", ".join(f"{key} {cost:.3g}" for key, cost in rows[0]["costs"].items())
    lines = [f"{title(rows[0])}; µs", f"costs: {costs}",
             f"{'bytes':>9} {'of':>5} {'strategy':<15} {'pack':>9} {'call':>9} {'wait':>9} {'total':>9}  "
             f"{'[min, max]':<20} {'of best':>7} {'GB/s':>6} {'model':>9} {'puts':>6} blocks"]
    for one in rows:
        limits = bench_exchange_show.limits(one, digits=1)
        of_best = f"{one['of_best']:.3f}" if "of_best" in one else ""
        lines.append(f"{one['bytes']:>9.0f} {one['block_bytes']:>5} {one['strategy']:<15} {one['pack_us']:>9.1f} "
                     f"{one['call_us']:>9.1f} {one['wait_us']:>9.1f} {one['total_us']:>9.1f}  {limits:<20} "
                     f"{of_best:>7} {one['gb_s']:>6.3f} {one['model_us']:>9.1f} {one['messages']:>6} {blocks(one)}")
    return "\n".join(lines) + "\n"


def draw(plt, rows, folder):
    """Writes a picture for each layout, as the paper's figures: bandwidth over the size of the message."""
    paths = []
    for layout in dict.fromkeys(one["layout"] for one in rows):
        some = [one for one in rows if one["layout"] == layout]
        paths.append(folder / f"pipelines-{layout}.png")
        with bench_show.picture(plt, paths[-1], "bytes of a message", "GB/s", title(some[0])) as axes:
            for strategy in dict.fromkeys(one["strategy"] for one in some):
                line = sorted((one["bytes"], one["gb_s"]) for one in some if one["strategy"] == strategy)
                axes.semilogx(*zip(*line), marker="o", label=strategy)
    return paths
