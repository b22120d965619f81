"""Experiments of the paper on bricks without packing (Zhao, Hall, Johansen, Williams, PPoPP'21) beside K1.

All are K1's exchanges (bench_exchange.py) of other strategies, in other dimensions, or with other pages.
"""
# SPDX-License-Identifier: MIT
import bench_exchange

ORDER = ("basic", "layout", "packed", "network")     # figure 4; packed has YASK's place, network is the floor
PAGE_SIZE = ("memmap", "layout", "packed", "types")  # figure 18, and layout, which no page touches
PADDING = ("layout", "memmap")                       # table 2
PAGES = [4 << 10, 16 << 10, 64 << 10, 2 << 20]       # section 7.3: base pages of x86, Power and ARM; huge ones of x86


def order(options):
    """Figure 4: time over the size of the subdomain, with a message for each region and neighbour (basic), or few
    (layout); in each number of dimensions, for the messages of table 1."""
    with bench_exchange.program_of(options) as program:
        for dims in options.dims:
            for cells in options.cells:
                yield bench_exchange.measure(program, options, cells, dims)


def on_pages(options):
    """Figure 18: time over the size of the subdomain, for each page size; table 2: what memmap sends more than layout.
    As in the paper, pages are imposed: the padding is that of larger ones, the pages are the system's (or huge)."""
    with bench_exchange.program_of(options) as program:
        for cells in options.cells:
            yield with_padding(bench_exchange.measure(program, options, cells))


def with_padding(rows):
    """Rows of one size, some without pages among them, with `padding_percent` and `gb_s` (sent, padding included)."""
    needed = min(row["bytes"] for row in rows if not row["page_bytes"])
    return [{**row, "padding_percent": 100 * (row["bytes"] / needed - 1), "gb_s": 1e-3 * row["bytes"] / row["total_us"]}
            for row in rows]
