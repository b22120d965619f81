"""Types of numbers for argparse, which say what is wrong with a number that is not allowed."""
# SPDX-License-Identifier: MIT
import argparse
import math


def number(kind, least, most=None):
    """Finite numbers of the type `kind`, with the smallest one allowed and perhaps the largest."""

    def parse(text):
        value = kind(text)
        if most is None and not value >= least:
            raise argparse.ArgumentTypeError(f"{text} is less than {least}")
        if most is not None and not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text} is not from {least} to {most}")
        if value == math.inf:
            raise argparse.ArgumentTypeError(f"{text} is too large")
        return value

    parse.__name__ = "number"
    return parse


def multiple(of, what):
    """Positive multiples."""

    def parse(text):
        value = int(text)
        if value <= 0 or value % of:
            raise argparse.ArgumentTypeError(f"{text} is no multiple of {of}, {what}")
        return value

    parse.__name__ = "number"
    return parse
