"""The command line of tools/brick-bench."""
# SPDX-License-Identifier: MIT
import argparse
import pathlib

import bench_exchange
import bench_experiments
import bench_max_rate
import bench_measure
import bench_peers
import bench_pipelines
import bench_programs
import bench_show
import bench_steps
from argument_types import multiple, number
from bench_schemes import ELEMENT_BYTES, ROOT, SCHEMES


def add_brickc(parser):
    parser.add_argument("--brickc", type=pathlib.Path, default=ROOT / "build" / "bin" / "brickc", metavar="FILE",
                        help="default: that in build/")


def add_common(parser, cells):
    """What kernels and report take; `cells` are the sizes that are measured if none are given."""
    parser.add_argument("--scheme", nargs="+", choices=SCHEMES, default=list(SCHEMES), metavar="NAME",
                        help=f"of {', '.join(SCHEMES)}; default: all")
    parser.add_argument("--cells", nargs="+", type=number(int, 8), default=cells, metavar="N",
                        help=f"cells along each axis of the cube (default {' '.join(map(str, cells))})")
    parser.add_argument("--threads", type=number(int, 1), default=bench_programs.usable_threads(), metavar="N",
                        help="default: as many as cores")
    parser.add_argument("--runs", type=number(int, 1), default=7, metavar="N", help="counted pairs (default 7)")
    parser.add_argument("--seconds", type=number(float, 0.001), default=0.5, metavar="S",
                        help="of a counted run; tuning runs take a fifth (default 0.5)")
    parser.add_argument("--compiler", nargs="+", metavar="C++", help="for the baselines; default: g++ and clang++")
    parser.add_argument("--peer", nargs="+", default=[], choices=bench_peers.PEERS, metavar="NAME",
                        help=f"other stencil compilers in the same run, if installed: {', '.join(bench_peers.PEERS)}")
    add_brickc(parser)


def add_kernels(parser):
    add_common(parser, cells=[256])
    parser.add_argument("--float", action="store_true", help="single precision instead of double")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the rows here")
    parser.add_argument("--plot", type=pathlib.Path, metavar="DIR",
                        help="draw bars and a roofline there (needs matplotlib)")


def add_issue(parser):
    schemes = ["star7", "cube125"]
    parser.add_argument("--scheme", nargs="+", choices=SCHEMES, default=schemes, metavar="NAME",
                        help=f"of {', '.join(SCHEMES)} (default {' '.join(schemes)})")
    parser.add_argument("--cells", nargs="+", type=number(int, 8), default=[32, 64], metavar="N",
                        help="cells along each axis of the cube (default 32 64)")
    parser.add_argument("--runs", type=number(int, 1), default=9, metavar="N", help="counted pairs (default 9)")
    parser.add_argument("--seconds", type=number(float, 0.001), default=0.1, metavar="S",
                        help="of a counted run (default 0.1)")
    parser.add_argument("--float", action="store_true", help="single precision instead of double")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the rows here")
    add_brickc(parser)
    parser.set_defaults(compiler=["g++"])


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


def add_exchange(parser):
    experiments = bench_experiments.EXPERIMENTS
    parser.add_argument("--experiment", choices=[*experiments, "list"], default="strategies", metavar="NAME",
                        help=f"of {', '.join(experiments)} (default strategies); list says what each shows. "
                             "Defaults of what follows are other ones in some")
    sizes = bench_exchange.DEFAULTS["cells"]
    parser.add_argument("--cells", nargs="+", type=number(int, 1), metavar="N",
                        help=f"cells along each axis of a rank's cube (default {' '.join(map(str, sizes))})")
    parser.add_argument("--ranks", type=number(int, 1), default=2, metavar="R", help="default 2")
    parser.add_argument("--strategy", nargs="+", metavar="NAME",
                        help="default: all that the experiment compares; of them: "
                             + "; ".join(f"{name}: {', '.join(each.strategies)}" for name, each in experiments.items()))
    parser.add_argument("--fields", type=number(int, 1), metavar="F", help="fields that travel together (default 1)")
    parser.add_argument("--dims", nargs="+", type=int, choices=(1, 2, 3), metavar="D",
                        help="dimensions, for the experiment order (default 1 2 3)")
    parser.add_argument("--largest", type=number(int, 8), metavar="B",
                        help="bytes of the longest message, for the experiment max-rate "
                             f"(default {bench_max_rate.LARGEST})")
    parser.add_argument("--page-bytes", nargs="+", type=multiple(bench_exchange.PAGE, "a page of this system"),
                        metavar="B",
                        help="pages to lay bricks out for, for strategies on pages: "
                             f"{', '.join(bench_exchange.ON_PAGES)} (default {bench_exchange.PAGE})")
    parser.add_argument("--wrap-in-place", action="store_true", default=None,
                        help="no messages of a rank to itself, where it is its own neighbour")
    parser.add_argument("--threads", type=number(int, 1), metavar="N",
                        help="of a rank, for the experiment pack, where the library can use them (default 1)")
    parser.add_argument("--netlab", nargs="?", const="1gbit", metavar="RATE",
                        help="the two ranks on two nodes of tools/netlab, for the experiment pipelines (default 1gbit)")
    parser.add_argument("--layout", nargs="+", choices=bench_pipelines.LAYOUTS, metavar="NAME",
                        help=f"messages, for the experiment pipelines: {', '.join(bench_pipelines.LAYOUTS)}; default: all")
    parser.add_argument("--bytes", nargs="+", type=number(int, 16), metavar="N",
                        help=f"of a message, about (default {' '.join(map(str, bench_pipelines.SIZES))})")
    parser.add_argument("--swept", action="store_true", default=None,
                        help="messages from arrays out of the second-level cache")
    parser.add_argument("--most-puts", type=number(int, 0), metavar="N",
                        help="maximal-block for messages with no more blocks "
                             f"(default {bench_pipelines.DEFAULTS['most_puts']})")
    parser.add_argument("--runs", type=number(int, 1), default=15, metavar="N", help="turns of each (default 15)")
    parser.add_argument("--seconds", type=number(float, 0.0001), default=0.01, metavar="S",
                        help="of a turn (default 0.01); a run of time steps takes ten times as long")
    parser.add_argument("--with-compute", action="store_true", default=None,
                        help="also whole time steps of schemes: on R ranks, and on one with R threads")
    parser.add_argument("--scheme", nargs="+", choices=SCHEMES, metavar="NAME",
                        help="for --with-compute (default star7 cube125)")
    add_brickc(parser)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", metavar="DIR",
                        help="where the runtime library was built (default build/)")
    parser.add_argument("--bricklib", action="store_true", default=None,
                        help="print also what bricklib's benchmarks do")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the rows here")
    parser.add_argument("--plot", type=pathlib.Path, metavar="DIR",
                        help="draw time over size there (needs matplotlib)")


def needs_brickc(options):
    return not getattr(options, "source", None) and (options.command != "exchange" or options.with_compute)


def check_files(options, parser):
    """Mistakes in names that would else be noticed after the measurement."""
    if needs_brickc(options) and not options.brickc.exists():
        parser.error(f"{options.brickc} not found: build first (tools/check) or give --brickc")
    for name in ("json", "page", "plot"):
        path = getattr(options, name, None)
        if path and not path.absolute().parent.is_dir():
            parser.error(f"{path.parent} is no folder")
        if path and name != "plot" and path.is_dir():
            parser.error(f"{path} is a folder")


def take_defaults(options, parser):
    """The options of an experiment that were not given, and none that it does not take."""
    experiment = bench_experiments.EXPERIMENTS[options.experiment]
    for name in {name for each in bench_experiments.EXPERIMENTS.values() for name in each.defaults}:
        if name in experiment.defaults:
            if getattr(options, name) is None:
                setattr(options, name, experiment.defaults[name])
        elif getattr(options, name) is not None:
            parser.error(f"--{name.replace('_', '-')} is not for --experiment {options.experiment}")
        else:
            delattr(options, name)
    for name in options.strategy or ():
        if name not in experiment.strategies:
            parser.error(f"argument --strategy: invalid choice: '{name}' (--experiment {options.experiment} takes "
                         f"{', '.join(experiment.strategies)})")
    options.strategy = options.strategy or list(experiment.strategies)


def check_bricks(options, parser):
    """What only experiments with bricks ask for."""
    for cells in options.cells:
        if cells % bench_exchange.BRICK:
            parser.error(f"--cells: {cells} is no multiple of {bench_exchange.BRICK}, a brick")
    if options.experiment in ("page-size", "padding") and not set(options.strategy) - set(bench_exchange.ON_PAGES):
        parser.error(f"--experiment {options.experiment} needs a strategy without pages to compare with")


def check_exchange(options, parser):
    if options.experiment == "list":
        return
    take_defaults(options, parser)
    experiment = bench_experiments.EXPERIMENTS[options.experiment]
    if options.ranks < experiment.fewest_ranks:
        parser.error(f"--experiment {options.experiment} needs {experiment.fewest_ranks} ranks at least")
    if options.ranks > experiment.most_ranks:
        parser.error(f"--experiment {options.experiment} takes {experiment.most_ranks} ranks at most")
    if experiment.bricks:
        check_bricks(options, parser)
    if not list((options.build / "lib").glob("libbrick.*")):
        parser.error(f"no libbrick in {options.build / 'lib'}: build first (tools/check) or give --build")
    if getattr(options, "with_compute", False) and not set(options.strategy) & set(bench_steps.STRATEGIES):
        parser.error(f"--with-compute needs a strategy of {', '.join(bench_steps.STRATEGIES)}")


def check_plot(options, parser):
    if getattr(options, "plot", None) and not bench_show.pyplot():
        parser.error("--plot needs matplotlib, which is not installed (pip install matplotlib)")


def parse(description):
    """The options of the experiment that the command line names, checked."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    kernels = commands.add_parser("kernels", help="show a table of schemes")
    report = commands.add_parser("report", help="measure all and write the page on performance")
    issue = commands.add_parser("issue", help="show how fast kernels in the caches issue their instructions")
    exchange = commands.add_parser("exchange", help="show how long halos take to travel")
    add_kernels(kernels)
    add_report(report)
    add_issue(issue)
    add_exchange(exchange)
    options = parser.parse_args()
    chosen = commands.choices[options.command]
    check_files(options, chosen)
    if chosen is exchange:
        check_exchange(options, exchange)
    check_plot(options, chosen)
    return options
