"""How blocks are copied (runtime/src/copy_methods.hpp), chosen by what tools/bench/machine/blocks.cpp measures."""
# SPDX-License-Identifier: MIT
import collections

TABLES = ("pack-hot", "pack-warm", "pack-cold", "unpack-hot", "unpack-warm", "unpack-cold")
LIMITS = ("streaming-bytes", "threaded-bytes")
ALIKE = 1.05      # times the fastest: no reason to change. On Zen 4 loops 1.033 times apart are not, where lines are shared
NEVER = 2**62     # bytes


def chosen(text):
    """The entries of the machine's description, by the lines that the program prints."""
    times = {table: collections.defaultdict(dict) for table in TABLES}
    gains = {"streaming": {}, "threaded": {}}
    for line in text.splitlines():
        kind, *values = line.split("\t")
        if kind in gains:
            size, usual, other = values
            gains[kind][int(size)] = float(usual) / float(other)
        else:
            length, method, seconds = values
            times[kind][int(length)][method] = float(seconds)
    limits = {f"{kind}-bytes": limit(of_size) for kind, of_size in gains.items() if of_size}
    return {**{table: table_of(of_length) for table, of_length in times.items()}, **limits}


def table_of(times):
    """The fastest method for each length, where it differs from that of the length before. Of methods that are about as fast
    those are better whose length the compiler knows, which are the fewest instructions: what is measured are runs whose lines
    are all far away, but the faces at both ends of an array's rows share lines, and every other block is in the nearest cache.
    A method stays as long as it is one of the best; of new ones the first measured is taken, since simple ones come first."""
    table, last = [], None
    for length, of_method in sorted(times.items()):
        enough = ALIKE * min(of_method.values())
        best = [method for method, seconds in of_method.items() if seconds <= enough]
        best = [method for method in best if method.startswith("fixed")] or best
        if last not in best:
            last = best[0]
            table.append(f"{length} {last}")
    return table


def limit(gains):
    """The least of the sizes measured from which on there is a gain at all sizes."""
    least = NEVER
    for size, gain in sorted(gains.items(), reverse=True):
        if gain <= 1:
            break
        least = size
    return least
