"""What tools/brick-bench shows of the max-rate model: parameters, what it says beside what was measured, a picture."""
# SPDX-License-Identifier: MIT
import bench_exchange_show
import bench_show


def parameters(rows):
    """The protocols that rows name, as in Tausch's table 1."""
    lines = [f"{'protocol':<12} {'alpha µs':>10} {'R_C GB/s':>10} {'R_N GB/s':>10}"]
    for name, row in {row["protocol"]: row for row in rows}.items():
        limit = f"{row['r_n_gb_s']:.2f}" if name == "rendezvous" and row["r_n_gb_s"] else "-"
        lines.append(f"{name:<12} {row['alpha_us']:>10.3f} {row['r_c_gb_s']:>10.2f} {limit:>10}")
    return "\n".join(lines)


def of_messages(row):
    return row["strategy"] == "messages"


def table_row(row):
    what = f"{row['senders']} x {row['messages']}" if of_messages(row) else row["strategy"]
    return (f"{what:<13} {row['message_bytes']:>10.0f} {row['pack_us']:>10.2f} {row['total_us']:>10.2f} "
            f"{row['model_copy_us']:>10.2f} {row['model_us']:>10.2f} {row['model_ratio']:>9.2f} "
            f"{row['communication_ratio']:>9.2f}  {row['protocol']}")


def table(rows):
    """Rows of messages, and the parameters fitted to them; or those of one size of cubes."""
    first = "senders x" if of_messages(rows[0]) else bench_exchange_show.title(rows[0])
    head = (f"{first}\n{'':<13} {'message B':>10} {'pack µs':>10} {'total µs':>10} {'model t_c':>10} {'model':>10} "
            f"{'measured/':>9} {'no copies':>9}")
    text = "\n".join([head, *map(table_row, rows)]) + "\n"
    return f"{parameters(rows)}\n\n{text}" if of_messages(rows[0]) else text


def draw(plt, rows, folder):
    """Writes max-rate.png: Tausch's figure 4.2, the ranges over turns as colours."""
    path = folder / "max-rate.png"
    cubes = [row for row in rows if not of_messages(row)]
    with bench_show.picture(plt, path, "bytes that a rank sends", "µs") as axes:
        for strategy in dict.fromkeys(row["strategy"] for row in cubes):
            some = sorted((row for row in cubes if row["strategy"] == strategy), key=lambda row: row["bytes"])
            sent = [row["bytes"] for row in some]
            axes.loglog(sent, [row["total_us"] for row in some], marker="o", label=strategy)
            axes.fill_between(sent, [row["total_min_us"] for row in some], [row["total_max_us"] for row in some],
                              alpha=0.2)
        some = sorted({(row["bytes"], row["model_us"]) for row in cubes})
        axes.loglog(*zip(*some), "k--", label="max-rate model and copies")
    return [path]
