"""Mutated programs: brickc must compile them or refuse them at a place in the file. No crash, no hang.

What brickc accepts must be C++ that the host compiler accepts too, if that accepts the mutant itself; a sample is
tried.
"""
# SPDX-License-Identifier: MIT
import random
import re
import shutil
import tempfile
import pathlib

import fuzz_commands
import fuzz_programs
from fuzz_commands import ROOT, Failure
from fuzz_minimise import minimise

LIMITS = fuzz_commands.Limits(20, fuzz_commands.MEMORY)
TOKEN = re.compile(
    r'"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*|\d[\w.]*|\[\[|\]\]|::|->|[-+*/%&|^=<>!]=|&&|\|\||<<|>>|\+\+|--|\s+|.', re.S)
PLACE = re.compile(r"^[^:\n]+:\d+:\d+: (?:fatal )?error: ", re.M)
UNPLACED = re.compile(r"^brickc: error:", re.M)

# What a user may put in a wrong place.
POOL = """
0 1 -1 2147483647 2147483648 9223372036854775807 0x7fffffffffffffff 1e400 -0.0 1.5f 1u 1ull 0.5L 1000000 'a' "text"
nullptr true false this auto void bool char short int long unsigned float double std::size_t std::string
std::complex<double> const constexpr static volatile mutable inline extern thread_local register consteval
decltype(auto) noexcept explicit virtual if else for while do switch case default break continue return goto try catch
throw new delete sizeof alignof typeid co_await co_return template typename class struct union enum namespace using
typedef operator friend concept requires static_cast dynamic_cast reinterpret_cast const_cast asm static_assert
brick::in brick::out brick::inout brick::field brick::point brick::apply brick::run brick::swap brick::grid_for
brick::stencil brick::reduce brick::sum brick::associative brick::on brick::box<2> brick::apply_boundary brick::neumann
brick::ghost brick::run_until first_of inside grid() low(0) high(1) brick::step brick::boundary [[brick::stencil]]
[[brick::step]] [[brick::boundary]] [[maybe_unused]] [[brick::stencil()]] [[brick::unknown]] std::array std::vector
std::sqrt std::pow std::max std::min std::clamp std::abs std::function std::move std::tuple std::pair swap main advance
u next k ( ) [ ] { } < > ; , . : :: -> ... ? + - * / % ++ -- += -= *= /= == != <= >= <=> && || ! ~ & | ^ << >> = # @ \\
(0) (0,0) (0,0,0) (1) (-1,0) [0] [i] {} () [&]{} [=](auto... a){} &u *this
""".split()
NUMBERS = ["0", "-1", "1", "3", "9", "17", "65", "100000", "2147483647", "1e400"]
LINES = """
for (int i = 0; i < 1000000000; ++i) {}
for (;;) {}
while (true) {}
do {} while (false);
static int counter = 0; ++counter;
goto end; end:;
return;
throw 1;
int array[0x7fffffff];
auto f = [](auto self, int n) -> int { return n ? self(self, n - 1) : 0; }; f(f, 100000);
struct local { local* next; int operator()(int i) const { return i; } } object; object(1);
constexpr int n = []() constexpr { int s = 0; for (int i = 0; i < 1000; ++i) s += i; return s; }();
template <int N> struct deep { static constexpr int value = deep<N - 1>::value; };
int x = x;
double* p = nullptr; *p = 1;
union { int i; float f; } both; both.f = 1;
asm("");
#if 0
#endif
#define u v
#include __FILE__
#pragma once
}
{
""".strip().split("\n")


def corpus(choose, programs):
    """(name, folder, text) of valid and invalid programs: examples, test inputs, and generated ones."""
    files = [*ROOT.glob("dsl-examples/*/*.cpp"), *ROOT.glob("test/frontend/**/*.cpp"), *ROOT.glob("test/driver/*.cpp")]
    known = [(file.stem, file.parent, file.read_text()) for file in sorted(files) if "Inputs" not in file.parts]
    made = [(f"generated-{number}", ROOT, fuzz_programs.program(choose, 1).text) for number in range(programs)]
    return known + made


def tokens(text):
    return TOKEN.findall(text)


def mutate_tokens(choose, text, others):
    """One change to the tokens, mostly behind the #includes."""
    words = tokens(text)
    solid = [at for at, word in enumerate(words) if not word.isspace()]
    if not solid:
        return text
    at, other = choose.choice(solid), choose.choice(solid)
    kind = choose.randrange(8)
    if kind == 0:
        del words[at]
    elif kind == 1:
        words[at] += " " + words[at]
    elif kind == 2:
        words[at], words[other] = words[other], words[at]
    elif kind == 3:
        words[at] = words[other]
    elif kind == 4:
        words[at] = choose.choice(POOL)
    elif kind == 5:
        words[at] += " " + choose.choice(POOL)
    elif kind == 6:
        words[at] = choose.choice([word for word in tokens(choose.choice(others)) if not word.isspace()] or ["0"])
    else:
        numbers = [place for place in solid if words[place][0].isdigit()] or [at]
        words[choose.choice(numbers)] = choose.choice(NUMBERS)
    return "".join(words)


def mutate_lines(choose, text, others):
    """One change to the lines: left out, repeated, moved, taken from elsewhere, or cut off."""
    lines = text.splitlines(keepends=True) or ["\n"]
    at, other = choose.randrange(len(lines)), choose.randrange(len(lines))
    kind = choose.randrange(7)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[other])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines.insert(other, lines.pop(at))
    elif kind == 4:
        lines.insert(at, choose.choice(choose.choice(others).splitlines(keepends=True) or ["\n"]))
    elif kind == 5:
        lines.insert(at, choose.choice(LINES) + "\n")
    elif choose.random() < 0.3:
        lines = lines[:at]
    else:
        line = lines[at]
        cut = choose.randrange(len(line))
        lines[at] = line[:cut] + choose.choice(["", "\0", "\u00e9", "\\", '"', "/*", "R\"("]) + line[cut + 1:]
    return "".join(lines)


def mutant(seed, seeds):
    """(name, folder, text) of a mutant."""
    choose = random.Random(seed)
    name, folder, text = choose.choice(seeds)
    others = [each for _, _, each in seeds]
    for _ in range(choose.choice([1, 1, 1, 2, 3, 5])):
        text = choose.choice([mutate_tokens, mutate_tokens, mutate_lines])(choose, text, others)
    return name, folder, text


class Mutants:
    """Tests mutants; keeps what shows a failure, made smaller, in a folder."""

    def __init__(self, brickc, kept, minimise_seconds, report, memory=True):
        self.brickc, self.kept, self.minimise_seconds, self.report = brickc, kept, minimise_seconds, report
        self.limits = LIMITS if memory else fuzz_commands.Limits(LIMITS.cpu_seconds)
        self.accepted = self.refused = 0

    def command(self, source):
        return [self.brickc, "--emit=source", "-iquote", source, "mutant.cpp", "-o", "mutant.out.cpp"]

    def check(self, text, source, whole):
        """Whether brickc accepts the text; raises Failure when it misbehaves. `whole`: asks the host compiler too."""
        with tempfile.TemporaryDirectory(prefix="brick-mutant-") as folder:
            pathlib.Path(folder, "mutant.cpp").write_text(text, errors="surrogateescape")
            code, output = fuzz_commands.run(self.command(source), folder, self.limits)
            if fuzz_commands.too_long(code) and self.clang_takes_long(folder, source):
                return False
            if code not in (0, 1):
                kind = "hang" if fuzz_commands.too_long(code) else f"crash with exit code {code}"
                raise Failure(kind, output[-3000:])
            if code == 1 and (not PLACE.search(output) or UNPLACED.search(output)):
                raise Failure("refusal without a place", output[-3000:])
            if code == 0 and whole:
                self.check_output(folder, source)
            return code == 0

    def clang_takes_long(self, folder, source):
        """Whether plain Clang needs more than half of the limit too: a file that includes itself, for instance."""
        clang = shutil.which("clang++-19") or shutil.which("clang++")
        limits = fuzz_commands.Limits(LIMITS.cpu_seconds // 2)
        command = [clang, "-std=c++20", "-fsyntax-only", "-w", "-iquote", source, "-I", ROOT / "runtime" / "include",
                   "mutant.cpp"]
        return clang is not None and fuzz_commands.too_long(fuzz_commands.run(command, folder, limits)[0])

    def check_output(self, folder, source):
        """The host compiler must accept the output if it accepts the mutant."""
        def accepts(file):
            code, output = fuzz_commands.run(["g++", "-std=c++20", "-fsyntax-only", "-w", "-iquote", source,
                                              "-I", ROOT / "runtime" / "include", file], folder, self.limits)
            return code == 0, output

        good, output = accepts("mutant.out.cpp")
        if not good and accepts("mutant.cpp")[0]:
            raise Failure("output is not C++", output[:3000])

    def test(self, seed, seeds):
        """The mutant of a seed. Returns how many failures there were: 0 or 1."""
        name, source, text = mutant(seed, seeds)
        try:
            if self.check(text, source, seed % 25 == 0):
                self.accepted += 1
            else:
                self.refused += 1
            return 0
        except Failure as failure:
            self.show(seed, name, source, text, failure)
            return 1

    def show(self, seed, name, source, text, failure):
        def fails(shorter):
            try:
                self.check(shorter, source, failure.kind == "output is not C++")
            except Failure as other:
                return other.kind == failure.kind
            return False

        smaller = minimise(text, fails, self.minimise_seconds)
        place = self.kept.resolve() / f"mutant-{seed}"
        with tempfile.TemporaryDirectory(prefix="brick-mutant-") as folder:
            pathlib.Path(folder, "mutant.cpp").write_text(smaller, errors="surrogateescape")
            fuzz_commands.keep(folder, place, [fuzz_commands.shown(self.command(source))], failure)
        self.report(f"mutant {seed} of {name}: {failure.kind}: {fuzz_commands.shown(self.command(source))}\n"
                    f"{str(failure)[-1500:]}\nkept in {place}")
