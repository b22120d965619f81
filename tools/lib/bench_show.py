"""What tools/brick-bench shows: a table, and pictures where matplotlib is installed."""
# SPDX-License-Identifier: MIT
import contextlib
import statistics

HEAD = (f"{'scheme':<8} {'cells':>6} {'type':<6} {'thr':>3}  {'ours':>7} {'baseline':>8}  {'ratio':>5} "
        f"{'[min, max]':<12}  {'copy':>6} {'bound':>7} {'by':<7} {'of it':>5} {'moved':>7} {'of it':>5}  "
        "baseline's choice")
LEGEND = """GCells/s, medians. ratio: ours / baseline, pair by pair. copy: GB/s, read and written, of as many bytes as the
scheme moves. bound: what copying, or the operations of the best factored form known, allow; of it: ours / bound.
moved: a loop that reads and writes as many fields as the scheme; of it: ours / moved."""


def table_row(row):
    spread = f"[{row['ratio_min']:.2f}, {row['ratio_max']:.2f}]"
    choice = row["baseline"]
    block = f"{choice['block']} rows" if choice["block"] else "planes"
    copy = max(row["nt_copy_gb_s"], row["cached_copy_gb_s"])
    text = (f"{row['scheme']:<8} {row['cells']:>4}^3 {row['element']:<6} {row['threads']:>3}  "
            f"{row['ours_gcells_s']:7.3f} {row['baseline_gcells_s']:8.3f}  {row['ratio']:5.2f} {spread:<12}  {copy:6.1f} "
            f"{row['bound_gcells_s']:7.3f} {row['bound']:<7} {row['bound_fraction']:5.2f} "
            f"{row['moved_gcells_s']:7.3f} {row['moved_fraction']:5.2f}  "
            f"{choice['compiler']}, {choice['store']}, {block}, prefetch {choice['prefetch']}")
    for name, rate in row["peers_gcells_s"].items():
        text += f"\n{'':<8} {name}: {rate:.3f}, ours / {name}: {row['peers_ratio'][name]:.2f}"
    return text


def pyplot():
    """matplotlib's interface for programs without a screen; None where it is not installed."""
    try:
        import matplotlib
    except ImportError:
        return None
    matplotlib.use("Agg")
    import matplotlib.pyplot
    return matplotlib.pyplot


@contextlib.contextmanager
def picture(plt, path, across, up, heading=""):
    """Axes with names to draw labelled lines on; then they are written to `path`."""
    figure, axes = plt.subplots(figsize=(7, 5))
    yield axes
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.set_title(heading)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=130)


def label(row):
    return f"{row['scheme']} {row['cells']}³" + (" float" if row["element"] == "float" else "")


def draw_bars(plt, rows, path):
    """Ours, the baseline and the bound beside each other."""
    figure, axes = plt.subplots(figsize=(max(6, 1.1 * len(rows)), 4.5))
    places = range(len(rows))
    axes.bar([p - 0.2 for p in places], [row["ours_gcells_s"] for row in rows], 0.4, label="brickc")
    axes.bar([p + 0.2 for p in places], [row["baseline_gcells_s"] for row in rows], 0.4, label="hand-written")
    axes.plot(places, [row["bound_gcells_s"] for row in rows], "k_", markersize=24, label="bound")
    for name in sorted({name for row in rows for name in row["peers_gcells_s"]}):
        found = [(p, row["peers_gcells_s"][name]) for p, row in zip(places, rows) if name in row["peers_gcells_s"]]
        axes.plot(*zip(*found), "o", label=name)
    axes.set_xticks(list(places), [label(row) for row in rows], rotation=40, ha="right")
    axes.set_ylabel("GCells/s")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=130)


def draw_roofline(plt, rows, element, path):
    """Operations a second over operations a byte, for the rows of one element type, below the machine's two roofs."""
    # The smallest problem may be in the caches: the roof is that of the memory, which the largest one sees.
    largest = max(row["cells"] for row in rows)
    copy = statistics.median(max(r["nt_copy_gb_s"], r["cached_copy_gb_s"]) for r in rows if r["cells"] == largest)
    peak = statistics.median(row["peak_goperations_s"] for row in rows)
    intensities = [row["operations_per_cell"] / row["bytes_per_cell"] for row in rows]
    reach = sorted([min(intensities) / 2, peak / copy, 2 * max(*intensities, peak / copy)])
    with picture(plt, path, "operations a byte", f"10⁹ operations a second ({element})") as axes:
        axes.loglog(reach, [min(copy * x, peak) for x in reach], "k-",
                    label=f"{copy:.0f} GB/s, {peak:.0f} G operations/s")
        for key, name, mark in (("ours_gcells_s", "brickc", "o"), ("baseline_gcells_s", "hand-written", "x")):
            axes.loglog(intensities, [row[key] * row["operations_per_cell"] for row in rows], mark, label=name)
        for x, row in zip(intensities, rows):
            axes.annotate(label(row), (x, row["ours_gcells_s"] * row["operations_per_cell"]), fontsize=7,
                          xytext=(4, -8), textcoords="offset points")


def draw(plt, rows, folder):
    """Writes bars.png, and a roofline for each element type; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / "bars.png"]
    draw_bars(plt, rows, paths[0])
    for element in sorted({row["element"] for row in rows}):
        paths.append(folder / f"roofline-{element}.png")
        draw_roofline(plt, [row for row in rows if row["element"] == element], element, paths[-1])
    return paths
