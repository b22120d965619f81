"""The command line of tools/brick-bench."""
# SPDX-License-Identifier: MIT
import argparse
import pathlib

import bench_measure
import bench_peers
import bench_show
from bench_schemes import ELEMENT_BYTES, ROOT, SCHEMES


def number(kind, least):
    """A type of numbers for argparse, with the smallest one allowed."""

    def parse(text):
        value = kind(text)
        if not value >= least:
            raise argparse.ArgumentTypeError(f"{text} is less than {least}")
        return value

    parse.__name__ = "number"
    return parse


def add_common(parser, cells):
    """What both experiments take; `cells` are the sizes that are measured if none are given."""
    parser.add_argument("--scheme", nargs="+", choices=SCHEMES, default=list(SCHEMES), metavar="NAME",
                        help=f"of {', '.join(SCHEMES)}; default: all")
    parser.add_argument("--cells", nargs="+", type=number(int, 8), default=cells, metavar="N",
                        help=f"cells along each axis of the cube (default {' '.join(map(str, cells))})")
    parser.add_argument("--threads", type=number(int, 1), default=bench_measure.usable_threads(), metavar="N",
                        help="default: as many as cores")
    parser.add_argument("--runs", type=number(int, 1), default=7, metavar="N", help="counted pairs (default 7)")
    parser.add_argument("--seconds", type=number(float, 0.001), default=0.5, metavar="S",
                        help="of a counted run; tuning runs take a fifth (default 0.5)")
    parser.add_argument("--compiler", nargs="+", metavar="C++", help="for the baselines; default: g++ and clang++")
    parser.add_argument("--brickc", type=pathlib.Path, default=ROOT / "build" / "bin" / "brickc", metavar="FILE",
                        help="default: that in build/")


def add_kernels(parser):
    add_common(parser, cells=[256])
    parser.add_argument("--float", action="store_true", help="single precision instead of double")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the rows here")
    parser.add_argument("--plot", type=pathlib.Path, metavar="DIR",
                        help="draw bars and a roofline there (needs matplotlib)")
    parser.add_argument("--peer", nargs="+", default=[], metavar="NAME",
                        help=f"other stencil compilers in the same run, if installed: {', '.join(bench_peers.PEERS)}")


def add_report(parser):
    add_common(parser, cells=[256, 384])
    parser.add_argument("--element", nargs="+", choices=ELEMENT_BYTES, default=list(ELEMENT_BYTES), metavar="TYPE",
                        help=f"of {', '.join(ELEMENT_BYTES)}; default: both")
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "docs" / "performance.md", metavar="FILE",
                        help="write the page here (default docs/performance.md)")
    parser.add_argument("--json", type=pathlib.Path, default=ROOT / "docs" / "performance.json", metavar="FILE",
                        help="write here what was measured, after each row (default docs/performance.json)")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--continue", action="store_true", dest="go_on",
                         help="keep what that file already has, measure what is missing")
    instead.add_argument("--from", type=pathlib.Path, dest="source", metavar="JSON",
                         help="measure nothing, write the page from this file")
    parser.set_defaults(peer=[])


def check_files(options, parser):
    """Mistakes in names that would else be noticed after the measurement."""
    if not options.brickc.exists() and not getattr(options, "source", None):
        parser.error(f"{options.brickc} not found: build first (tools/check) or give --brickc")
    for name in ("json", "page", "plot"):
        path = getattr(options, name, None)
        if path and not path.absolute().parent.is_dir():
            parser.error(f"{path.parent} is no folder")
        if path and name != "plot" and path.is_dir():
            parser.error(f"{path} is a folder")


def check_kernels(options, parser):
    for name in options.peer:
        if name not in bench_peers.PEERS:
            parser.error(f"no such peer: {name}; known are {', '.join(bench_peers.PEERS)}")
    if options.plot and not bench_show.pyplot():
        parser.error("--plot needs matplotlib, which is not installed (pip install matplotlib)")


def parse(description):
    """The options of the experiment that the command line names, checked."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    experiments = parser.add_subparsers(dest="experiment", metavar="EXPERIMENT", required=True)
    kernels = experiments.add_parser("kernels", help="show a table of schemes")
    report = experiments.add_parser("report", help="measure all and write the page on performance")
    add_kernels(kernels)
    add_report(report)
    options = parser.parse_args()
    check_files(options, experiments.choices[options.experiment])
    if options.experiment == "kernels":
        check_kernels(options, kernels)
    return options
