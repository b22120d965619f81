"""The page on performance, in Markdown, from what `tools/brick-bench report` has measured."""
# SPDX-License-Identifier: MIT
from bench_schemes import ELEMENT_BYTES, SCHEMES
from bench_stages import STAGES

INTRODUCTION = """# Performance

How fast compiled schemes are beside hand-written ones and beside what the machine allows. `tools/brick-bench report`
measured and wrote this page; [tools/bench](../tools/bench/README.md) describes schemes and baselines.
"""

EXPLANATION = """## How to read the tables

Rates are in GCells/s, 10⁹ cells computed a second, medians of {runs}. The baseline is blocked, factored, and run
with the compiler, stores, block size and prefetch distance that were best here. Baseline, brickc's program and the
machine's own rates were measured in turn, since a machine's speed drifts: look at ratios within a row, not at rates of
different rows.

- **ratio**: brickc / baseline, pair by pair; the median, and the smallest and the largest in parentheses. Bold where
  it reaches the **target**, which is what the project means to reach.
- **bound**, of it: the lower one of two rates, and which share of it brickc reaches. *memory*: all fields of the
  scheme, each read or written once, as fast as memory is copied. *compute*: the operations of the best factored form
  known, as fast as multiply-adds and additions run.
- **moved**, of it: GCells/s of a loop that reads and writes as many fields as the scheme and does nothing else, and
  brickc's share of that. **needed**: the share that the target takes, from the median rates; more than 1 is out of
  reach.
- **NT copy**: GB/s of a copy past the caches, read and written bytes counted once each.

A copy is the usual bound, but it reads as much as it writes. A loop that reads four fields and writes one moves fewer
bytes a second than a copy does, so *moved* tells better what is left to gain; where a scheme reads one field and writes
one, the two are the same loop. Shares above 1 are possible: rates drift, *moved* is what one loop reached, and a scheme
may find in the caches what the last step left there.
"""

COLUMNS = ("scheme", "brickc", "baseline", "ratio", "target", "bound", "of it", "moved", "of it", "needed", "NT copy")


def table(columns, rows, texts=1):
    """A table; the first columns are texts, the others numbers."""
    rule = ["---"] * texts + ["---:"] * (len(columns) - texts)
    return "".join(f"{line}\n" for line in ["| " + " | ".join(columns) + " |", "|" + "|".join(rule) + "|",
                                            *("| " + " | ".join(cells) + " |" for cells in rows)])


def size(number):
    for unit in ("bytes", "KiB", "MiB"):
        if number < 1024:
            break
        number /= 1024
    else:
        unit = "GiB"
    return f"{number:g} {unit}"


def counted(number, word):
    return f"{number} {word}" + ("" if number == 1 else "s")


def origin(document):
    """Where and when all this was measured, and how to do it again."""
    machine = document["machine"]
    caches = ", ".join(map(size, machine["caches"])) or "unknown"
    days = dict.fromkeys((document["begun"], document["ended"]))
    rows = [("machine", f"{machine['name']}, {counted(machine['cores'], 'core')}, data caches: {caches}"),
            ("measured", " to ".join(filter(None, days))),
            ("compilers", "; ".join(document["compilers"]))]
    commands = "".join(f"{line}{' --continue' if number else ''}\n" for number, line in enumerate(document["commands"]))
    return f"{table(('', ''), rows, texts=2)}\n```\n{commands}```\n"


def reaches(row):
    return row["ratio"] >= SCHEMES[row["scheme"]].target


def needed(row):
    """The share of `moved` that brickc must reach to be as many times as fast as the baseline as the target says."""
    return SCHEMES[row["scheme"]].target * row["baseline_gcells_s"] / row["moved_gcells_s"]


def ratio(row):
    median = f"{row['ratio']:.2f}"
    return f"{f'**{median}**' if reaches(row) else median} ({row['ratio_min']:.2f}–{row['ratio_max']:.2f})"


def cells_of(row):
    return (row["scheme"], f"{row['ours_gcells_s']:.3f}", f"{row['baseline_gcells_s']:.3f}", ratio(row),
            f"{SCHEMES[row['scheme']].target:.1f}", row["bound"], f"{row['bound_fraction']:.2f}",
            f"{row['moved_gcells_s']:.3f}", f"{row['moved_fraction']:.2f}", f"{needed(row):.2f}",
            f"{row['nt_copy_gb_s']:.1f}")


def in_order(rows):
    return sorted(rows, key=lambda row: list(SCHEMES).index(row["scheme"]))


def schemes_table(rows):
    """The table of rows that differ in their schemes only."""
    rows = in_order(rows)
    beyond = [row["scheme"] for row in rows if needed(row) > 1 and not reaches(row)]
    out_of_reach = f" Out of reach: {', '.join(beyond)}." if beyond else ""
    return (f"{table(COLUMNS, map(cells_of, rows))}\n"
            f"Targets reached: {sum(map(reaches, rows))} of {len(rows)}.{out_of_reach}\n")


def kinds(rows):
    """(heading, rows) for each element, size and number of threads."""

    def kind(row):
        return list(ELEMENT_BYTES).index(row["element"]), row["cells"], row["threads"], row["element"]

    for wanted in sorted(set(map(kind, rows))):
        _, cells, threads, element = wanted
        yield (f"### {element}, {cells}³, {counted(threads, 'thread')}\n",
               [row for row in rows if kind(row) == wanted])


def schemes_tables(rows):
    for heading, found in kinds(rows):
        yield heading
        yield schemes_table(found)


def peers_table(rows, names):
    """brickc beside the peers, for rows that differ in their schemes only: rates, and the smallest of the ratios."""

    def cells(row):
        rates, ratios = row["peers_gcells_s"], row["peers_ratio"]
        return (row["scheme"], f"{row['ours_gcells_s']:.3f}",
                *(f"{rates[name]:.3f}" if name in rates else "" for name in names), f"{min(ratios.values()):.2f}")

    return table(("scheme", "brickc", *names, "brickc / fastest"), map(cells, in_order(rows)))


def peers(rows):
    """Tables of other stencil compilers, where they were measured."""
    names = sorted({name for row in rows for name in row["peers_gcells_s"]})
    if not names:
        return
    yield """## Other stencil compilers

GCells/s in the same turns, and how many times as fast brickc's program is as the fastest of the others, turn by turn.
Each computes the same formula (what it computes was compared), with the block of rows or planes that was fastest here,
on arrays whose ghost zones nobody fills, where brickc's programs are periodic.
"""
    for heading, found in kinds([row for row in rows if row["peers_gcells_s"]]):
        yield heading
        yield peers_table(found, names)


def in_cache(rows):
    yield """## In the caches

The same on cubes that the caches hold, with one thread: what the kernels do when they do not wait for memory.
"""
    yield from schemes_tables(rows)


def stages(rows):
    yield """## Translation

Milliseconds of `brickc --emit=source --time-passes` for each of the [examples](../dsl-examples/README.md), medians.
What the host compiler takes comes on top.
"""
    yield table(("example", *STAGES), [(row["example"], *(f"{row[stage]:.1f}" for stage in STAGES))
                                       for row in sorted(rows, key=lambda row: row["example"])])


def runs_of(rows):
    return " or ".join(counted(runs, "run") for runs in sorted({row["runs"] for row in rows})) or "no runs"


def page(document):
    """The whole page. What was not measured is left out."""
    sections = [INTRODUCTION, origin(document),
                EXPLANATION.format(runs=runs_of(document["rows"] + document["in_cache"]))]
    if document["rows"]:
        sections += ["## Schemes\n", *schemes_tables(document["rows"])]
    if document["in_cache"]:
        sections += in_cache(document["in_cache"])
    sections += peers(document["rows"] + document["in_cache"])
    if document["stages"]:
        sections += stages(document["stages"])
    return "\n".join(sections)
