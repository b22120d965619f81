"""What random programs compute with: element types, fields, and the expressions in reach."""
# SPDX-License-Identifier: MIT
import dataclasses


@dataclasses.dataclass(frozen=True)
class Element:
    """A type that a field can hold: how a dump stores it, and how far results may be apart in inexact modes."""

    code: str  # of Python's array module
    tolerance: float
    exact: bool = False  # an integer


# What reductions may return too; and integers that wrap around, which bodies convert to and from unsigned ones.
RESULTS = {"double": Element("d", 1e-12), "float": Element("f", 5e-4), "int": Element("i", 0.0, exact=True),
           "std::int64_t": Element("q", 0.0, exact=True)}
WRAPPING = {"std::uint8_t": Element("B", 0.0, exact=True), "std::int8_t": Element("b", 0.0, exact=True),
            "std::uint16_t": Element("H", 0.0, exact=True), "short": Element("h", 0.0, exact=True),
            "unsigned": Element("I", 0.0, exact=True), "std::uint64_t": Element("Q", 0.0, exact=True)}
ELEMENTS = RESULTS | WRAPPING


@dataclasses.dataclass(frozen=True)
class FieldName:
    """An accessor by name and element type."""

    name: str
    type: str


class Scope:
    """The expressions that are there to be used, by type. `flags` of a smooth body are known exactly."""

    def __init__(self, outer=None):
        self.reals = list(outer.reals) if outer else []
        self.ints = list(outer.ints) if outer else []
        self.longs = list(outer.longs) if outer else []
        self.unsigneds = list(outer.unsigneds) if outer else []
        self.flags = list(outer.flags) if outer else []
