"""What tools/brick-bench shows of halo exchanges: tables, text as bricklib's benchmarks print it, pictures."""
# SPDX-License-Identifier: MIT
import os
import statistics

import bench_show

TIMES = ("calc", "pack", "call", "wait", "total")


def spread(values):
    """Statistics over ranks."""
    return {"min": min(values), "avg": statistics.mean(values), "max": max(values), "sigma": statistics.pstdev(values)}


def power(row):
    return {1: "", 2: "²", 3: "³"}[row.get("dims", 3)]


def title(row):
    """What the rows of one table have in common."""
    words = [f"{row['per_rank']}{power(row)} a rank", f"{row['ranks']} ranks" if row["ranks"] > 1 else "1 rank"]
    if row["experiment"] == "step":
        words[:0] = [row["scheme"]]
        words[-1] += f" x {row['threads']} thread" + "s" * (row["threads"] > 1)
    if row["fields"] > 1:
        words.append(f"{row['fields']} fields")
    if row.get("wrap_in_place"):
        words.append("no messages to oneself")
    return ", ".join(words)


def name(row):
    """The strategy, with its pages if they are not the system's."""
    own_pages = row.get("page_bytes", 0) not in (0, os.sysconf("SC_PAGESIZE"))
    return row["strategy"] + (f" {row['page_bytes'] // 1024}K" if own_pages else "")


def head(row):
    times = "".join(f" {time:>10}" for time in TIMES if f"{time}_us" in row)
    return f"{title(row)}; µs\n{'strategy':<14}{times}  {'[min, max]':<22} {'messages':>8} {'bytes':>11}"


def limits(row, digits=2):
    """The turns with the least and the greatest time."""
    return f"[{row['total_min_us']:.{digits}f}, {row['total_max_us']:.{digits}f}]"


def table_row(row):
    times = "".join(f" {row[f'{time}_us']:>10.2f}" for time in TIMES if f"{time}_us" in row)
    text = f"{name(row):<14}{times}  {limits(row):<22} {row['messages']:>8.0f} {row['bytes']:>11.0f}"
    if row.get("threads") == 1 and row["ranks"] > 1:
        text += f" {row['of_one_rank']:>6.3f} x one rank"
    if "of_network" in row:
        text += f" {row['of_network']:>6.3f} x network"
    if "of_mpi_pack" in row:
        text += f"  {1 / row['of_mpi_pack']:.2f} times as fast as MPI_Pack"
    return text + (f"\n  {row['why']}" if row["why"] else "")


def table(rows):
    """The rows, with a head wherever what they have in common changes."""
    lines = []
    for before, row in zip([None, *rows], rows):
        if before is None or title(before) != title(row):
            lines += [""] * bool(lines) + [head(row)]
        lines.append(table_row(row))
    return "\n".join(lines) + "\n"


def statistics_line(word, numbers, scale=1.0):
    low, average, high, sigma = (numbers[key] * scale for key in ("min", "avg", "max", "sigma"))
    return f"{word} [{low:.6g}, {average:.6g}, {high:.6g}] (σ: {sigma:.6g})"


def bricklib(row):
    """Seconds of one exchange or step, over ranks, as the programs of bricklib's artifact print them."""
    over = row["over_ranks"]
    lines = [f"{name(row)}, {title(row)}: {row['total_us'] * 1e-6:.6g}"]
    for time in TIMES[:-1]:
        if time in over:
            lines.append(statistics_line(time, over[time], 1e-6))
        if time == "pack" and "pack_gb_s" in over:
            lines.append(statistics_line("  | Pack speed (GB/s):", over["pack_gb_s"]))
    lines += [statistics_line("  | MPI size (MB):", over["bytes"], 1e-6),
              statistics_line("  | MPI speed (GB/s):", over["mpi_gb_s"])]
    if "perf_gcells_s" in row:
        lines.append(f"perf {row['perf_gcells_s']:.6g} GStencil/s")
    return "\n".join(lines) + "\n"


def padding_table(rows):
    """Rows of one size: what pages add to the bytes that are needed (PPoPP'21, table 2)."""
    lines = [f"{title(rows[0])}", f"{'strategy':<13} {'µs':>10}  {'[min, max]':<22} {'messages':>8} {'bytes':>11} "
             f"{'padding %':>10} {'GB/s':>7}"]
    for row in rows:
        lines.append(f"{name(row):<13} {row['total_us']:>10.2f}  {limits(row):<22} {row['messages']:>8.0f} "
                     f"{row['bytes']:>11.0f} {row['padding_percent']:>10.1f} {row['gb_s']:>7.2f}"
                     + (f"\n  {row['why']}" if row["why"] else ""))
    return "\n".join(lines) + "\n"


def draw_lines(plt, rows, heading, path, what=("total_us", "µs")):
    """A number of the rows over size, a line for each strategy."""
    key, label_of_axis = what
    sizes = sorted({row["per_rank"] for row in rows})
    with bench_show.picture(plt, path, "cells of a rank", label_of_axis, heading) as axes:
        for label in dict.fromkeys(map(name, rows)):
            line = sorted((row["per_rank"], row[key]) for row in rows if name(row) == label)
            axes.loglog(*zip(*line), marker="o", label=label)
        axes.set_xticks(sizes, [f"{size}{power(rows[0])}" for size in sizes])
        axes.minorticks_off()


def draw(plt, rows, folder):
    """Writes a picture for each experiment and number of dimensions, and one for each scheme and number of threads;
    returns their paths."""
    pictures = {}
    for row in rows:
        if row["experiment"] != "step":
            dims = f"-{row['dims']}d" * (row["dims"] != 3)
            key = f"{row['experiment']}{dims}", f"an exchange, {row['ranks']} ranks"
        else:
            kind = f"{row['ranks']}x{row['threads']}"
            key = f"step-{row['scheme']}-{kind}", f"a step of {row['scheme']}, ranks x threads {kind}"
        pictures.setdefault(key, []).append(row)
    for (file, heading), some in pictures.items():
        draw_lines(plt, some, heading, folder / f"{file}.png")
    return [folder / f"{file}.png" for file, _ in pictures]


def draw_padding(plt, rows, folder):
    """Writes padding.png and bandwidth.png: the two halves of table 2."""
    of_pages = [row for row in rows if row["page_bytes"]]
    draw_lines(plt, of_pages, "sent more than needed", folder / "padding.png", ("padding_percent", "%"))
    draw_lines(plt, rows, "bandwidth, padding included", folder / "bandwidth.png", ("gb_s", "GB/s"))
    return [folder / "padding.png", folder / "bandwidth.png"]
