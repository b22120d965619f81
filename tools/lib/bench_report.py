"""The experiment `report` of tools/brick-bench: measures what the page on performance shows, and writes the page.

What is measured is kept in a file (bench_document.py) after each measurement, so that a report that was interrupted can
go on.
"""
# SPDX-License-Identifier: MIT
import argparse
import itertools
import pathlib
import shlex
import tempfile

import bench_document
import bench_measure
import bench_page
import bench_peers
import bench_programs
import bench_show
import bench_stages
from bench_schemes import SCHEMES

IN_CACHE = {"schemes": ("star7", "cube125"), "cells": 64, "threads": 1}
STAGE_RUNS = 3
CASE = ("scheme", "element", "cells", "threads")  # what tells rows apart


def command_line(options):
    """What to type for the same measurement; where the files are does not matter."""
    words = ["tools/brick-bench", "report", "--cells", *options.cells, "--element", *options.element]
    if options.scheme != list(SCHEMES):
        words += ["--scheme", *options.scheme]
    words += ["--runs", options.runs, "--seconds", f"{options.seconds:g}", "--threads", options.threads]
    if options.compiler:
        words += ["--compiler", *options.compiler]
    if options.peer:
        words += ["--peer", *options.peer]
    return shlex.join(map(str, words))


def compilers(builder, peers):
    """The versions of brickc, of the compilers that build baselines, and of peers."""
    return [*(bench_programs.output_of([program, "--version"]).splitlines()[0]
              for program in (builder.brickc, *builder.compilers)), *map(bench_peers.version, peers)]


def opened(options, builder):
    """The file of this machine, empty unless an earlier report is to go on."""
    origin = {"commands": [command_line(options)], "compilers": compilers(builder, options.peer)}
    return bench_document.File(options.json, bench_programs.topology(builder), origin, options.go_on)


def cases(options):
    """(table, case): all rows to be measured, in their order."""
    for cells, element, scheme in itertools.product(options.cells, options.element, options.scheme):
        yield "rows", dict(zip(CASE, (scheme, element, cells, options.threads)))
    for element, scheme in itertools.product(options.element, IN_CACHE["schemes"]):
        if scheme in options.scheme:
            yield "in_cache", dict(zip(CASE, (scheme, element, IN_CACHE["cells"], IN_CACHE["threads"])))


def measure_rows(file, builder, options):
    print(bench_show.LEGEND, bench_show.HEAD, sep="\n", flush=True)
    for table, case in cases(options):
        if not file.has(table, **case):
            with_threads = argparse.Namespace(**{**vars(options), "threads": case["threads"]})
            row = bench_measure.measure(builder, case["scheme"], case["element"], case["cells"], with_threads)
            print(bench_show.table_row(row), flush=True)
            file.add(table, row)


def measure_stages(file, builder, options):
    for example in bench_stages.examples():
        if not file.has("stages", example=example):
            times = bench_stages.measure(options.brickc, example, builder.folder, min(options.runs, STAGE_RUNS))
            print(f"{example}: {times['total']:.0f} ms to translate", flush=True)
            file.add("stages", {"example": example, **times})


def measured(options):
    options.peer = bench_peers.installed(options.peer)
    with tempfile.TemporaryDirectory() as folder:
        builder = bench_programs.Builder(pathlib.Path(folder), options.brickc, options.compiler)
        file = opened(options, builder)
        measure_rows(file, builder, options)
        measure_stages(file, builder, options)
    return file.document


def report(options):
    """Measures what is missing, or reads what was measured, and writes the page."""
    document = bench_document.read(options.source) if options.source else measured(options)
    options.page.write_text(bench_page.page(document), encoding="utf-8")
    print(options.page)
