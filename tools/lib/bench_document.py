"""The file in which `tools/brick-bench report` keeps what it measures. Its form is SHAPE."""
# SPDX-License-Identifier: MIT
import datetime
import json

from bench_programs import Failure
from bench_schemes import ELEMENT_BYTES, SCHEMES
from bench_stages import STAGES

FORMAT = "brick-bench report 1"


def is_text(value):
    return isinstance(value, str)


def is_number(value):
    return isinstance(value, (int, float)) and 0 <= value < 1e15  # no NaN either


def one_of(*words):
    return lambda value: is_text(value) and value in words


def are_numbers(value):
    """By some names."""
    return isinstance(value, dict) and all(map(is_number, value.values()))


ROW = {
    "scheme": one_of(*SCHEMES), "element": one_of(*ELEMENT_BYTES), "bound": one_of("memory", "compute"),
    **dict.fromkeys(("cells", "threads", "runs", "ours_gcells_s", "baseline_gcells_s", "ratio", "ratio_min",
                     "ratio_max", "nt_copy_gb_s", "bound_fraction", "moved_gcells_s", "moved_fraction"), is_number),
    **dict.fromkeys(("peers_gcells_s", "peers_ratio"), are_numbers),
}
SHAPE = {
    "format": one_of(FORMAT), "begun": is_text, "ended": is_text, "commands": [is_text], "compilers": [is_text],
    "machine": {"name": is_text, "cores": is_number, "caches": [is_number]},
    "rows": [ROW], "in_cache": [ROW], "stages": [{"example": is_text, **dict.fromkeys(STAGES, is_number)}],
}


def check(value, shape, place="it"):
    """Raises ValueError, which names the place, where a value has another shape: a dictionary of shapes, a list of one,
    or a function that tells."""
    if isinstance(shape, dict) and isinstance(value, dict):
        for key, inner in shape.items():
            if key not in value:
                raise ValueError(f"{place} has no {key!r}")
            check(value[key], inner, key if place == "it" else f"{place}.{key}")
    elif isinstance(shape, list) and isinstance(value, list):
        for number, item in enumerate(value):
            check(item, shape[0], f"{place}[{number}]")
    elif not callable(shape) or not shape(value):
        raise ValueError(f"{place} is not as expected")


def read(path):
    """What an earlier report has measured; raises Failure where there is none."""
    try:
        document = json.loads(path.read_text())
        check(document, SHAPE)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise Failure(f"{path} is no file of brick-bench report: {error}") from error
    return document


class File:
    """What is measured on a machine, written after each addition. `origin`: lines that say how, under some keys."""

    def __init__(self, path, machine, origin, go_on):
        self.path, self.origin = path, origin
        self.document = read(path) if go_on and path.exists() else {
            "format": FORMAT, "begun": datetime.date.today().isoformat(), "ended": "", "machine": machine,
            "commands": [], "compilers": [], "rows": [], "in_cache": [], "stages": []}
        if self.document["machine"] != machine:
            raise Failure(f"{path} is from another machine: {self.document['machine']['name']}")

    def has(self, table, **wanted):
        return any(wanted.items() <= row.items() for row in self.document[table])

    def add(self, table, row):
        self.document[table].append(row)
        self.document["ended"] = datetime.date.today().isoformat()
        for key, lines in self.origin.items():
            self.document[key] = list(dict.fromkeys([*self.document[key], *lines]))
        self.path.write_text(json.dumps(self.document, indent=2) + "\n")
