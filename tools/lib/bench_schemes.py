"""What tools/brick-bench knows of each scheme: what it moves and computes, how fast it should be, what bounds it."""
# SPDX-License-Identifier: MIT
import collections
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCH = ROOT / "tools" / "bench"
ELEMENT_BYTES = {"double": 8, "float": 4}
TOLERANCE = {"double": 1e-10, "float": 2e-5}  # of a scheme against its baseline, relative to the largest value

# reads, writes: fields, each once, whatever the caches do.
# operations: what a cell costs in the best factored form known, counted as vector instructions are: a multiply-add is
# one, and so is a multiplication, an addition, a comparison, a choice, a division, an absolute value. Sums that several
# cells need are counted once for all of them.
# target: how many times as fast as the baseline the project means to be.
Scheme = collections.namedtuple("Scheme", "reads writes operations target")
SCHEMES = {
    "star7": Scheme(1, 1, 7, 1.1),     # 5 additions of neighbours, 2 to weigh them and the cell
    "star13": Scheme(1, 1, 13, 1.2),   # 2 * 5 additions, 3 weights
    "cube45": Scheme(1, 1, 22, 1.5),   # 8 additions in the plane across x, 5 + 3 + 2 for three weighted sums, 4 along x
    "cube125": Scheme(1, 1, 33, 2.2),  # 11 in the plane across x, 3 * 6 for three weighted sums, 4 along x
    "wj7": Scheme(2, 1, 8, 1.1),       # as star7, and the source
    "wj13": Scheme(2, 1, 14, 1.2),     # as star13, and the source
    "wj27": Scheme(2, 1, 13, 1.4),     # 4 in the plane across x, 2 * 3 for two weighted sums, 2 along x, the source
    "upwind": Scheme(4, 1, 23, 1.2),   # for each axis: comparison, 2 choices, 2 to add, |wind|, product; 3 c, update
    "weno3": Scheme(4, 1, 61, 1.3),    # for each axis: comparison, 2 choices, 4 for two second differences, 1 for a
                                       # third, 2 for the central part, 5 to square and add, |wind|, 4 for the quotient;
                                       # the update
    "burgers": Scheme(3, 3, 54, 1.4),  # 6 fluxes of 15 in all, 5 additions for each of 3 divergences, 8 for each
                                       # diffusion
}

Bound = collections.namedtuple("Bound", "gcells_s kind")


def bytes_per_cell(scheme, element):
    return (SCHEMES[scheme].reads + SCHEMES[scheme].writes) * ELEMENT_BYTES[element]


def bound(scheme, element, copy_gb_s, peak_gops):
    """The lower one of two rates, and which it is: all fields copied through memory, or all operations done."""
    memory = copy_gb_s / bytes_per_cell(scheme, element)
    compute = peak_gops / SCHEMES[scheme].operations
    return Bound(memory, "memory") if memory <= compute else Bound(compute, "compute")


def moved(scheme, element, moved_gb_s):
    """GCells/s of a loop that reads and writes as many fields as the scheme, and does nothing else."""
    return moved_gb_s / bytes_per_cell(scheme, element)
