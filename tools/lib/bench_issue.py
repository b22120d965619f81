"""`tools/brick-bench issue`: kernels in the caches beside their own instructions, rid of what these wait for."""
# SPDX-License-Identifier: MIT
import json
import pathlib
import re
import statistics
import tempfile

import issue_mix
from bench_measure import fields_mover, steps_for
from bench_programs import Builder, Failure, gcells, output_of
from bench_schemes import BENCH, SCHEMES, moved

# Of the operations of the best form known. A loop that does several planes has twice as many, one of two that make a
# plane fewer; choices and signs are no arithmetic here.
ARITHMETIC = (0.8, 1.6)
WHOLE_PLANE = 0.95  # where it has several loops; jumps back that leave one of them out make loops, too
KINDS = ("arithmetic", "shuffle", "load", "store", "move", "other")
LEGEND = """Instructions a vector of cells in the hot loop, an operand from memory counting as part of its instruction.
Nanoseconds a vector, one thread, medians: issue: of these instructions where none waits for another and all is in the
first-level cache; moved: of a loop that reads and writes as many fields of that size, and does nothing else; ours: of
the whole program. of it: issue / ours; of both: the greater one of issue and moved / ours."""
HEAD = (f"{'scheme':<8} {'cells':>6} {'type':<6}  " + " ".join(f"{kind:>10}" for kind in KINDS)
        + f"  {'issue':>6} {'moved':>6} {'ours':>6} {'of it':>5} {'of both':>7}")


class Kernel:
    """What brickc's plan says of the loops of a scheme."""

    def __init__(self, builder, scheme, element):
        plan = output_of([builder.brickc, builder.optimise, "--emit=plan", f"-DELEMENT={element}", "-o", "-",
                          BENCH / "schemes" / f"{scheme}.cpp"])
        brick = re.search(r"brick: +\[ *\d+, (\d+), (\d+) *\]", plan)
        lanes = re.search(r"lanes: +(\d+)", plan)
        if not brick or not lanes:
            raise Failure(f"{scheme}: the plan has no bricks of three axes:\n{plan}")
        self.lanes = int(lanes[1])
        rows = int(brick[1])
        self.least = WHOLE_PLANE * SCHEMES[scheme].operations
        self.inner_rows = rows if re.search(r"row-sums-in-memory: +true", plan) else 0  # a loop inside that over planes
        of_rows = re.search(r"row-loop: +always", plan)
        self.vectors = (1 if of_rows else rows) * int(brick[2]) // self.lanes  # of cells that the hot loop computes

    def loop_of(self, program):
        """A plane of a brick, or a row."""
        disassembly = output_of(["objdump", "-d", "--no-show-raw-insn", program])
        try:
            if not self.inner_rows:
                return issue_mix.hot_loop(disassembly)
            return issue_mix.hot_plane(disassembly, self.inner_rows, self.vectors * self.least)
        except issue_mix.NotFound as error:
            raise Failure(f"{program.name}: {error}") from error


def check_loop(scheme, counts, vectors):
    """Raises Failure where the loop is not what computes so many vectors of cells once; its rate means nothing then."""
    if counts["store"] < vectors:
        raise Failure(f"{scheme}: its hot loop has {counts['store']} stores for {vectors} vectors")
    operations = counts["arithmetic"] / vectors
    least, most = (share * SCHEMES[scheme].operations for share in ARITHMETIC)
    if not least <= operations <= most:
        raise Failure(f"{scheme}: its hot loop has {operations:.0f} operations a vector, where "
                      f"{SCHEMES[scheme].operations} are needed")


def issue_program(builder, scheme, element, loop):
    source = builder.folder / f"{scheme}-{element}-issue.s"
    source.write_text(issue_mix.independent(loop))
    return builder.once(f"{scheme}-{element}-issue",
                        [builder.compilers[0], builder.optimise, BENCH / "machine" / "issue.cpp", source])


def rows(builder, scheme, element, options):
    """A row for each size: the loop once, the programs in turn."""
    ours = builder.ours(scheme, element)
    kernel = Kernel(builder, scheme, element)
    loop, vectors, lanes = kernel.loop_of(ours), kernel.vectors, kernel.lanes
    counts = issue_mix.counts(loop)
    check_loop(scheme, counts, vectors)
    issue = issue_program(builder, scheme, element, loop)
    for cells in options.cells:
        steps = steps_for(options.seconds, gcells(ours, cells, 2, 1), cells)
        mover = fields_mover(builder, scheme, element, cells, options.seconds)
        pairs = []
        for _ in range(options.runs):
            pairs.append((float(output_of([issue, options.seconds])) / vectors, lanes / gcells(ours, cells, steps, 1)))
            mover.measure(1)
        issue_ns, ours_ns = (statistics.median(rates) for rates in zip(*pairs))
        moved_ns = lanes / moved(scheme, element, mover.best())
        yield {"scheme": scheme, "element": element, "cells": cells, "threads": 1, "runs": options.runs,
               "instructions": {kind: counts[kind] / vectors for kind in KINDS},
               "issue_ns": issue_ns, "moved_ns": moved_ns, "ours_ns": ours_ns,
               "issue_fraction": statistics.median(issued / own for issued, own in pairs),
               "bound_fraction": max(issue_ns, moved_ns) / ours_ns}


def table_row(row):
    return (f"{row['scheme']:<8} {row['cells']:>4}^3 {row['element']:<6}  "
            + " ".join(f"{row['instructions'][kind]:10.1f}" for kind in KINDS)
            + f"  {row['issue_ns']:6.2f} {row['moved_ns']:6.2f} {row['ours_ns']:6.2f} {row['issue_fraction']:5.2f}"
              f" {row['bound_fraction']:7.2f}")


def issue(options):
    """A table of schemes, each row shown as soon as it is measured."""
    element = "float" if options.float else "double"
    measured = []
    print(LEGEND, HEAD, sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        builder = Builder(pathlib.Path(folder), options.brickc, options.compiler)
        for scheme in options.scheme:
            for row in rows(builder, scheme, element, options):
                measured.append(row)
                print(table_row(row), flush=True)
                if options.json:
                    options.json.write_text(json.dumps(measured, indent=2) + "\n")
