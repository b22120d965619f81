"""vector-counts.py ASSEMBLY FUNCTION REGISTERS computed=LIMIT [WHAT=LIMIT...]: what a pass of a loop executes.

Reads x86 assembly in AT&T syntax and looks at functions whose name matches FUNCTION. A loop is what lies between a label
and a jump back to it. Of those that compute as much as the limit or more it is the shortest: shorter ones leave out what
not every pass does. Prints how many vectors (REGISTERS: ymm, of 256 bits, or zmm, of 512) it loads, stores, computes by
floating-point instructions, and moves within or between registers (shuffles). Fails where it finds more than a LIMIT, or
none at all.
"""
# SPDX-License-Identifier: MIT
import pathlib
import re
import sys

LABEL = re.compile(r"(\.L\w+):")
JUMP = re.compile(r"\tj\w+\t(\.L\w+)")
INSTRUCTION = re.compile(r"\t(v\w+)\s+(.*)")
COMPUTES = re.compile(r"v(add|sub|mul|div|sqrt|min|max|fn?m(add|sub)\d*)p[sd]")
SHUFFLES = re.compile(r"v(align|perm|shuf|unpck|blend|insert|extract|broadcast)")


def functions(lines, part):
    """The lines of every function whose name matches `part`."""
    inside = None
    for line in lines:
        if name := re.match(r"(_Z\w+):", line):
            inside = [] if re.search(part, name[1]) else None
        if inside is not None:
            inside.append(line)
            if line.startswith("\t.cfi_endproc"):
                yield inside
                inside = None


def loops_of(lines):
    """The lines of each, shortest first."""
    labels, loops = {}, []
    for number, line in enumerate(lines):
        if label := LABEL.match(line):
            labels[label[1]] = number
        if (jump := JUMP.match(line)) and jump[1] in labels:
            loops.append(lines[labels[jump[1]]:number])
    return sorted(loops, key=len)


def operands(text):
    """Split at commas outside of parentheses."""
    return re.split(r",\s*(?![^(]*\))", text)


def counts(loop, registers):
    result = {"loads": 0, "stores": 0, "computed": 0, "shuffles": 0}
    for line in loop:
        found = INSTRUCTION.match(line.split("#")[0].rstrip())
        if not found or registers not in found[2]:
            continue
        name, parts = found[1], operands(found[2])
        in_memory = ["(" in part for part in parts]
        result["stores"] += in_memory[-1]
        result["loads"] += any(in_memory[:-1])
        result["computed"] += bool(COMPUTES.match(name))
        result["shuffles"] += bool(SHUFFLES.match(name))
    return result


def main(assembly, part, registers, *arguments):
    limits = {what: int(limit) for what, limit in (text.split("=") for text in arguments)}
    lines = pathlib.Path(assembly).read_text().splitlines()
    loops = (counts(loop, registers) for function in functions(lines, part) for loop in loops_of(function))
    found = next((loop for loop in loops if loop["computed"] >= limits["computed"]), None)
    if not found:
        sys.exit(f"{assembly}: no loop that computes {limits['computed']} in a function with {part} in its name")
    print(*(f"{what} {count}" for what, count in found.items()), sep="\n")
    for what, limit in limits.items():
        if not 0 < found[what] <= limit:
            sys.exit(f"{part}: {what} {found[what]}, but 1 to {limit} are expected")


main(*sys.argv[1:])
