"""The hot loop of a kernel, as objdump shows it, and the same instructions without the dependences between them.

What a processor can issue bounds a kernel whose fields are in its caches. Counting units on paper is not enough: some
processors hold up multiply-adds for stores, or run moves for nothing. So the loop is run as it is, instruction by
instruction, but for what it waits for: every vector is written to one of many registers in turn and read from others
that never change, loads and stores go to a few lines of the first-level cache, and integer work becomes additions that
do not depend on each other.
"""
# SPDX-License-Identifier: MIT
import collections
import itertools
import re

INSTRUCTION = re.compile(r"^\s+([0-9a-f]+):\t([a-z]\w*)\s*(.*?)\s*(?:#.*)?(?:<[^>]*>)?$")
FUNCTION = re.compile(r"^[0-9a-f]+ <")
VECTOR = re.compile(r"%([xyz])mm\d+")
MEMORY = re.compile(r"-?(?:0x)?[0-9a-f]*\(%[^)]*\)")
PAST_CACHES = ("vmovnt", "movnt", "prefetch")
ARITHMETIC = re.compile(
    r"v?(?:fn?m(?:add|sub)\w*|(?:add|sub|mul|div|sqrt|min|max|fixupimm|range)[ps][sd]|cmp\w*p[sd])$")
MOVE = re.compile(r"v?mov[au]p[sd]|v?movdq[au]\d*|v?broadcast\w+|v?movddup")

# Of so many registers three quarters are written in turn, the others only read. A multiply-add reads what it adds to as
# well.
ALL_REGISTERS, OLD_REGISTERS = 32, 16
PAGE, HALF_A_PAGE, LINE = 4096, 2048, 64  # loads and stores never meet in the lower twelve bits of their addresses

Instruction = collections.namedtuple("Instruction", "address name operands")


class NotFound(Exception):
    """There is no loop that can be run so; the text says why."""


def functions(disassembly):
    """Lists of instructions, one for each function that `objdump -d --no-show-raw-insn` shows."""
    found = []
    for line in disassembly.splitlines():
        if FUNCTION.match(line):
            found.append([])
        elif found and (match := INSTRUCTION.match(line)):
            found[-1].append(Instruction(int(match[1], 16), match[2], match[3]))
    return found


def loops(function):
    """What is from the target of each jump backwards to the jump."""
    at = {instruction.address: number for number, instruction in enumerate(function)}
    for number, instruction in enumerate(function):
        if instruction.name.startswith("j") and re.fullmatch("[0-9a-f]+", instruction.operands):
            begin = at.get(int(instruction.operands, 16), number + 1)
            if begin <= number:
                yield function[begin:number + 1]


def is_arithmetic(instruction):
    return bool(ARITHMETIC.match(instruction.name) and VECTOR.search(instruction.operands))


def is_product(instruction):
    return is_arithmetic(instruction) and bool(re.search("mul|fn?m", instruction.name))


def can_be_run(loop):
    """Whether it stores into the caches and calls nothing."""
    return not any(instruction.name.startswith((*PAST_CACHES, "call")) for instruction in loop)


def hot_loop(disassembly):
    """The loop that computes most, of those that store into the caches, call nothing and have no other one in them; of
    equal ones the shortest, since a loop over planes of one row has a row's work, too."""
    best, most = None, (0, 0)
    for function in functions(disassembly):
        found = [loop for loop in loops(function) if can_be_run(loop) and any(map(is_arithmetic, loop))]
        spans = [(loop[0].address, loop[-1].address) for loop in found]
        for loop, (first, last) in zip(found, spans):
            inner = any(first <= a and b <= last and (a, b) != (first, last) for a, b in spans)
            work = sum(map(is_arithmetic, loop)), -len(loop)
            if not inner and work > most:
                best, most = loop, work
    if best is None:
        raise NotFound("no loop of vector arithmetic")
    return best


def hot_plane(disassembly, rows, least):
    """The smallest loop in the caches with `least` operations when the loop that multiplies most of those in it turns
    for each of so many rows, that one written out so often: sums of rows are computed before, results behind it."""
    found = []
    for function in functions(disassembly):
        every = [loop for loop in loops(function) if can_be_run(loop)]
        for plane in every:
            inner = [loop for loop in every if len(loop) < len(plane) and loop[0] in plane and loop[-1] in plane]
            row = max(inner, key=lambda loop: (sum(map(is_product, loop)), -len(loop)), default=[])
            begin = plane.index(row[0]) if row else 0
            plane = plane[:begin] + row * rows + plane[begin + len(row):]
            if sum(map(is_arithmetic, plane)) >= least:
                found.append(plane)
    if not found:
        raise NotFound(f"no loop over planes with a loop over {rows} rows")
    return min(found, key=len)


def kind_of(instruction):
    """arithmetic, shuffle, load, store, move or other. What loads an operand counts as what it does with it."""
    if not VECTOR.search(instruction.operands):
        return "other"
    last = operands_of(instruction)[-1]
    if MEMORY.search(last):
        return "store"
    if is_arithmetic(instruction):
        return "arithmetic"
    if MOVE.match(instruction.name):
        return "load" if MEMORY.search(instruction.operands) else "move"
    return "shuffle"


def counts(loop):
    return collections.Counter(kind_of(instruction) for instruction in loop)


def operands_of(instruction):
    """Split where commas stand outside of parentheses."""
    return [word.strip() for word in re.split(r",(?![^(]*\))", instruction.operands) if word.strip()]


class Registers:
    """Places that instructions use in turn."""

    def __init__(self, vectors):
        self.written = itertools.cycle(range(vectors * 3 // 4))
        self.read = itertools.cycle(range(vectors * 3 // 4, vectors))
        self.loaded = itertools.cycle(range(0, HALF_A_PAGE, LINE))
        self.stored = itertools.cycle(range(HALF_A_PAGE, PAGE, LINE))

    def vector(self, operand, is_result):
        number = next(self.written if is_result else self.read)
        return VECTOR.sub(lambda match: f"%{match[1]}mm{number}", operand)

    def memory(self, operand, is_result):
        place = f"{next(self.stored)}(%rdi)" if is_result else f"{next(self.loaded)}(%rsi)"
        return MEMORY.sub(place, operand)


def with_vectors(instruction, registers):
    operands = operands_of(instruction)
    for number, operand in enumerate(operands):
        is_result = number == len(operands) - 1
        if VECTOR.search(operand):
            operands[number] = registers.vector(operand, is_result)
        elif MEMORY.search(operand):
            operands[number] = registers.memory(operand, is_result)
        elif operand.startswith("%") and not operand.startswith("%k"):
            operands[number] = "%r10d" if operand.endswith("d") or operand.startswith("%e") else "%r10"
    return f"{instruction.name} {', '.join(operands)}"


def without_vectors(instruction, registers):
    """Integer work: an addition, with a load or store where it has one. Jumps are one operation with what they test."""
    if instruction.name.startswith(("j", "nop")) or instruction.name in ("cs", "data16", "xchg"):
        return None
    operands = operands_of(instruction)
    if instruction.name.startswith("lea") or not operands or not MEMORY.search(instruction.operands):
        return "lea 1(%r10), %r11"
    is_result = bool(MEMORY.search(operands[-1])) and instruction.name.startswith("mov")
    return f"mov %r10, {next(registers.stored)}(%rdi)" if is_result else f"mov {next(registers.loaded)}(%rsi), %r11"


def independent(loop, name="issue_loop"):
    """Assembly of a function NAME(repeats, loads, stores) that does what the loop does, nothing waiting for anything."""
    text = " ".join(f"{instruction.name} {instruction.operands}" for instruction in loop)
    is_new = bool(re.search(r"%zmm|%k\d|mm(?:1[6-9]|[23]\d)", text))
    vectors = ALL_REGISTERS if is_new else OLD_REGISTERS
    registers = Registers(vectors)
    lines = ["    .text", f"    .globl {name}", f"    .type {name}, @function", f"{name}:", "    mov %rdi, %rcx",
             "    mov %rdx, %rdi"]
    for number in range(vectors):
        clear = "vpxord %zmm{0}, %zmm{0}, %zmm{0}" if is_new else "xorps %xmm{0}, %xmm{0}"
        lines.append("    " + clear.format(number))
    if is_new:
        lines += [f"    kxnorw %k{number}, %k{number}, %k{number}" for number in range(1, 8)]
    lines += ["    .p2align 6", "1:"]
    for instruction in loop:
        has_vectors = VECTOR.search(instruction.operands)
        line = with_vectors(instruction, registers) if has_vectors else without_vectors(instruction, registers)
        if line:
            lines.append(f"    {line}")
    lines += ["    dec %rcx", "    jnz 1b", *(["    vzeroupper"] if re.search("%[yz]mm", text) else []), "    ret",
              f"    .size {name}, . - {name}",
              "    .section .note.GNU-stack, \"\", @progbits"]
    return "\n".join(lines) + "\n"
