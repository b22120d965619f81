"""Experiments of the paper on Tausch (Spies, Bienz, Moulton, Olson, Reisner, Parallel Computing 2022) with the halo
library: halos of the mini-apps HPCCG and miniFE (section 5), and packing (section 4.2)."""
# SPDX-License-Identifier: MIT
import bench_exchange
from bench_programs import json_of

LIBRARY = ("packed", "persistent", "types", "neighbourhood", "maximal_block", "packed_put", "fixed_pipeline",
           "superpipeline")       # halo_strategy
MINI_APPS = (*LIBRARY, "by_hand")
PACKERS = ("library", "mpi_pack", "loops", "library_shares")
CELLS = {"cells": [16, 32, 64, 128]}
PACKING = {**CELLS, "threads": 1}


def rows_of(options, cells, found):
    """What is said of each way at one size, from what a program of tools/bench/halo printed of them."""
    return [{"experiment": options.experiment, "strategy": way["way"], "per_rank": cells, "dims": 3,
             "ranks": options.ranks, "fields": 1, **bench_exchange.measured(way)} for way in found]


def exchanges(program, options, halo, cells, grid):
    """Rows of one halo of tools/bench/halo/halos.cpp."""
    command = bench_exchange.job(options.ranks, program, halo, cells, "x".join(map(str, grid)), options.runs,
                                 options.seconds, *options.strategy)
    return rows_of(options, cells, json_of(command, threads=1))


def hpccg(options):
    """Figure 5.1: a matrix of 27 points a row on a chimney, one cube of points on top of the other. A rank has two
    neighbours at most, and sends them whole planes, in the order in which their rows name them."""
    with bench_exchange.program_of(options, "halo/halos.cpp") as program:
        for cells in options.cells:
            yield exchanges(program, options, "rows", cells, (1, 1, options.ranks))


def minife(options):
    """Figure 5.2: the same on the corners of cubes of cells, in a box cut along all axes, first the one that runs
    fastest. A rank has up to 26 neighbours, and sends them faces, edges, corners: pieces of one element and more."""
    with bench_exchange.program_of(options, "halo/halos.cpp") as program:
        for cells in options.cells:
            yield exchanges(program, options, "nodes", cells, bench_exchange.process_grid(options.ranks))


def pack(options):
    """Figure 4.3: the six faces of a cube packed into six buffers, in the caches: by the halo library, by MPI_Pack with
    a subarray type for each, by loops over rows, by shares of the library's messages that threads which are awake pack.
    Only the library can use several threads."""
    with bench_exchange.program_of(options, "halo/pack.cpp") as program:
        for cells in options.cells:
            command = bench_exchange.job(options.ranks, program, cells, options.threads, options.runs, options.seconds,
                                         *options.strategy)
            rows = rows_of(options, cells, json_of(command, threads=options.threads))
            yield bench_exchange.with_ratio([{**row, "pack_threads": options.threads} for row in rows], "of_mpi_pack",
                                            "mpi_pack")
