#!/usr/bin/env python3
"""Compares two dumps of fields: raw little-endian numbers, as the examples' --out writes them.

As a command: dumps.py FIRST SECOND [--type f32|f64|i32] prints the largest difference.
"""
# SPDX-License-Identifier: MIT
import argparse
import array
import math
import operator
import sys

CODES = {"f32": "f", "f64": "d", "i32": "i"}


def read(path, element):
    """The numbers in a dump. Raises ValueError when its size is no whole number of elements."""
    values = array.array(CODES[element])
    with open(path, "rb") as file:
        values.frombytes(file.read())
    if sys.byteorder == "big":
        values.byteswap()
    return values


def difference(first, second):
    """The largest |first - second|, divided by the largest |second|; infinite where it is not a number.

    The norm of the whole field is the measure, so that zero crossings do not count more than the rest.
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} numbers against {len(second)}")
    if not first:
        raise ValueError("the dumps are empty")
    scale = max(max(second), -min(second))
    largest = max(map(abs, map(operator.sub, first, second)))
    # max() may step over a NaN: a sum cannot.
    if not math.isfinite(sum(first)) or not math.isfinite(sum(second)):
        return math.inf
    return largest / scale if scale > 0 else largest


def main():
    parser = argparse.ArgumentParser(description="Print the largest difference of two dumps, relative to the second.")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--type", choices=CODES, default="f64", help="element type (default f64)")
    options = parser.parse_args()
    try:
        print(f"{difference(read(options.first, options.type), read(options.second, options.type)):.3g}")
    except (OSError, ValueError) as error:
        sys.exit(f"dumps.py: {error}")


if __name__ == "__main__":
    main()
