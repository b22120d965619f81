"""How long brickc takes for each example, stage by stage."""
# SPDX-License-Identifier: MIT
import re
import statistics

from bench_programs import Failure, run
from bench_schemes import ROOT

STAGES = ("parse", "passes", "analysis", "plan", "emission", "total")  # in the order in which they run
NAMES = {"frontend": "parse"}  # what brickc calls a stage, if something else; what is no stage is a pass
LINE = re.compile(r"^ *([0-9.]+) ms +[0-9.]+ % +(.+)$", re.MULTILINE)


def examples():
    """Names of the folders of dsl-examples that have a program."""
    return sorted(path.parent.name for path in ROOT.glob("dsl-examples/*/*.cpp") if path.stem == path.parent.name)


def grouped(text):
    """Milliseconds of each stage, from what --time-passes prints."""
    times = dict.fromkeys(STAGES, 0.0)
    for milliseconds, name in LINE.findall(text):
        stage = NAMES.get(name, name)
        times[stage if stage in times else "passes"] += float(milliseconds)
    return times


def measure(brickc, example, folder, runs):
    """Medians of milliseconds of each stage, of `runs` translations to C++."""
    command = [brickc, "--time-passes", "--emit=source", ROOT / "dsl-examples" / example / f"{example}.cpp",
               "-o", folder / f"{example}.cpp"]
    found = [grouped(run(command).stderr) for _ in range(runs)]
    if not all(times["total"] for times in found):
        raise Failure(f"{brickc} --time-passes printed no times for {example}")
    return {stage: statistics.median(times[stage] for times in found) for stage in STAGES}
