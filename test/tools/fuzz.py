"""tools/lib/fuzz_*.py: the same seed makes the same text, of the whole language, and failing texts are made smaller."""
# SPDX-License-Identifier: MIT
import array
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "lib"))
fuzz_commands, fuzz_mutants, fuzz_programs = map(__import__, ("fuzz_commands", "fuzz_mutants", "fuzz_programs"))
fuzz_calls, fuzz_cases, fuzz_kernels = map(__import__, ("fuzz_calls", "fuzz_cases", "fuzz_kernels"))
fuzz_differential, fuzz_types, fuzz_variants = map(__import__, ("fuzz_differential", "fuzz_types", "fuzz_variants"))
fuzz_exchanges = __import__("fuzz_exchanges")
fuzz_expressions, fuzz_reals, fuzz_statements = map(__import__, ("fuzz_expressions", "fuzz_reals", "fuzz_statements"))
minimise = __import__("fuzz_minimise").minimise

# What random programs must contain, each in some of them.
CONSTRUCTS = r"""
brick::inout<float, \d> o\d
brick::in<std::int64_t, \d>
brick::out<int, \d>
std::remainder\(
std::(lround|llround|lrint)\(
const brick::point<\d>& cell
switch \(.*\) \{
\[\[fallthrough\]\];
if \(.*\) return;
template <int N> \[\[brick::stencil\]\]
\n(float|int|std::int64_t) r0\(
brick::reduce<.*>\(brick::(sum|min|max), .*
brick::reduce<.*>\((first_of|size_of|parity_of), .*
brick::reduce<.*>\(brick::on\(
brick::apply<.*>\(brick::on\(inside\)
brick::on\(brick::box<\d>\{\{.*inside
brick::field<.*> temporary\d+\(u\d\.grid\(\)
for \(int i\d+ = 0
for \(int \w+ = 0; \w+ < \d && .* <= 
if \(total\d+ < 
\} else \{
helper\d+\(u\d
swap\(
brick::run_until<advance>
const brick::field<double, \d>& u
\[\[brick::boundary\]\]
brick::apply_boundary<.*>\(.*\.grid\(\)\.(low|high)\(\d\)
brick::neumann
brick::dirichlet\(outer_wave<\d>\)
start_ghosts\(u\d\)
"u\d", \{\.boundary = 
""".strip("\n").split("\n")


class Generators(unittest.TestCase):
    def test_programs_follow_from_the_seed(self):
        first, again, other = (fuzz_programs.program(random.Random(seed), 3) for seed in (7, 7, 8))
        self.assertEqual(first.text, again.text)
        self.assertNotEqual(first.text, other.text)
        self.assertEqual([case.name for case in first.cases], ["case_0", "case_1", "case_2"])

    def test_programs_are_of_the_whole_language(self):
        text = "".join(fuzz_programs.program(random.Random(seed), 4).text for seed in range(120))
        for construct in CONSTRUCTS:
            self.assertTrue(re.search(construct, text), construct)

    def test_smooth_cases_have_no_integer_fields(self):
        cases = [case for seed in range(20) for case in fuzz_programs.program(random.Random(seed), 4).cases]
        for smooth in (True, False):
            exact = {fuzz_types.ELEMENTS[field.type].exact for case in cases if case.smooth == smooth
                     for field, _ in case.results}
            self.assertEqual(exact, {False} if smooth else {False, True})

    def test_names_do_not_run_out(self):
        writer = fuzz_statements.Statements(random.Random(0), 1, "double", True, [], [0], [0])
        names = [writer.name() for _ in range(100)]
        self.assertEqual(len(set(names)), 100)

    def test_an_output_has_its_field_to_itself(self):
        fields = [fuzz_types.FieldName(f"u{number}", "double") for number in range(3)]
        parameters = [fuzz_kernels.Parameter(kind, kind, "double") for kind in ("in", "inout", "out")]
        kernel = fuzz_kernels.Kernel("", "k", tuple(parameters), (1,))
        for seed in range(20):
            bound = fuzz_calls.bind(random.Random(seed), kernel, fields)
            self.assertEqual({bound["inout"].name, bound["out"].name}, {"u0", "u1"})
            self.assertEqual(bound["in"].name, "u2")
        self.assertIsNone(fuzz_calls.bind(random.Random(0), kernel, fields[:2]))

    def test_mutants_follow_from_the_seed_and_differ_from_what_they_were(self):
        seeds = fuzz_mutants.corpus(random.Random(0), 2)
        self.assertEqual(fuzz_mutants.mutant(3, seeds), fuzz_mutants.mutant(3, seeds))
        known = {text for _, _, text in seeds}
        changed = sum(fuzz_mutants.mutant(seed, seeds)[2] not in known for seed in range(50))
        self.assertGreater(changed, 40)

    def test_tokens_are_the_whole_text(self):
        text = fuzz_programs.program(random.Random(1), 1).text + 'R"(x)" "\\"" \0 \u00e9'
        self.assertEqual("".join(fuzz_mutants.tokens(text)), text)


# Evaluates expressions of one accessor, `f0`, in two places close to each other, and holds them against their bounds.
BOUNDS = """
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
namespace brick {{ template <int D> struct point {{ long operator[](int) const; }}; }}
{prelude}
{along}
int main() {{
  int failures = 0, expression = 0;
  const double step = 1e-7;
  const auto check = [&](auto evaluate, double bound, double slope) {{
    for (int trial = 0; trial < 200; ++trial) {{
      const auto f0 = [&](int at) {{ return 1.2 * std::sin(trial * (at + 4) + at); }};
      const auto moved = [&](int at) {{ return f0(at) + step * std::cos(7 * trial + 3 * at); }};
      const double first = evaluate(f0), second = evaluate(moved);
      if (std::abs(first) <= bound && std::abs(second - first) <= slope * step * (1 + 1e-6) + 1e-14 * bound) continue;
      std::printf("expression %d: %g, bound %g; moves by %g, slope %g\\n", expression, first, bound,
                  (second - first) / step, slope);
      ++failures;
      break;
    }}
    ++expression;
  }};
  {checks}
  return failures != 0;
}}
"""


class Bounds(unittest.TestCase):
    def expressions(self, count):
        inputs = [fuzz_types.FieldName("f0", "double")]
        writer = fuzz_expressions.Expressions(random.Random(3), 1, "double", True, inputs, [2], [2])
        scope = fuzz_types.Scope()
        scope.flags.append("(sizeof(int) == 4)")
        return [writer.real_expr(scope, 3) for _ in range(count)]

    def test_smooth_expressions_keep_to_their_bounds(self):
        found = self.expressions(400)
        checks = "\n  ".join(f"check([](const auto& f0) {{ return double({each}); }}, {each.bound!r}, {each.slope!r});"
                             for each in found)
        text = BOUNDS.format(prelude=fuzz_expressions.PRELUDE, along=fuzz_expressions.ALONG % "i", checks=checks)
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "bounds.cpp").write_text(text)
        subprocess.run(["g++", "-std=c++20", "-O1", "bounds.cpp", "-o", "bounds"], cwd=folder, check=True)
        done = subprocess.run([folder / "bounds"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_tamed_expressions_move_no_further_than_what_they_are_made_of(self):
        found = self.expressions(400)
        self.assertGreater(max(each.slope for each in found), 4)
        self.assertLessEqual(max(fuzz_reals.tamed("double", each).slope for each in found), 1)


class Compare(unittest.TestCase):
    def trial(self, smooth):
        case = fuzz_cases.Case("some", 1, ((fuzz_types.FieldName("u", "double"), 3),), smooth, False, "")
        way = fuzz_variants.Variant((), not smooth, 0)
        folder = self.enterContext(tempfile.TemporaryDirectory())
        return fuzz_differential.Trial(folder, fuzz_programs.Program("", (case,)), way, "brickc")

    def test_a_difference_names_the_case_and_the_field(self):
        expected, actual = array.array("d", [1, 2, 4]).tobytes(), array.array("d", [1, 2, 4.004]).tobytes()
        for smooth in (True, False):
            with self.assertRaises(fuzz_commands.Failure) as raised:
                self.trial(smooth).compare("results", actual, expected, not smooth)
            self.assertRegex(str(raised.exception), "some: 'u' differs from reference mode by 0.001")
            self.assertEqual(raised.exception.cases, ("some",))

    def test_inexact_modes_may_round(self):
        expected, actual = array.array("d", [1, 2, 4]).tobytes(), array.array("d", [1, 2, 4 + 1e-14]).tobytes()
        trial = self.trial(True)
        trial.compare("results", actual, expected, False)
        self.assertLess(max(trial.largest.values()), 1e-14)
        with self.assertRaises(fuzz_commands.Failure):
            trial.compare("results", actual, expected, True)

    def test_programs_compute_numbers(self):
        self.trial(True).require_finite(array.array("d", [1, 2, 4]).tobytes())
        with self.assertRaisesRegex(fuzz_commands.Failure, "'u' is not finite"):
            self.trial(True).require_finite(array.array("d", [1, float("nan"), 4]).tobytes())


class Exchanges(unittest.TestCase):
    """With a program in place of test-runtime-random and its launcher."""

    def prepared(self, folder, body, seconds=60):
        program = pathlib.Path(folder) / "program"
        program.write_text("#!/usr/bin/env bash\n"
                           "for seed in $(seq $RANDOM_SEED $((RANDOM_SEED + RANDOM_COUNT - 1))); do\n"
                           f"echo \"seed $seed: 2-D double\"\n{body}\ndone\n")
        program.chmod(0o755)
        said = []
        tester = fuzz_exchanges.Exchanges(program, pathlib.Path(folder) / "kept", seconds, said.append)
        tester.launcher = lambda ranks: []
        return tester, said

    def test_are_shared_out_over_numbers_of_ranks(self):
        self.assertEqual(fuzz_exchanges.shares(8, [1, 2, 4]), {1: 3, 2: 3, 4: 2})

    def test_go_on_behind_the_one_that_fails_and_keep_its_output(self):
        with tempfile.TemporaryDirectory() as folder:
            tester, said = self.prepared(folder, "[ $seed != 7 ] || { echo wrong cell; exit 1; }")
            self.assertEqual(tester.run(4, 3, 25), (25, 1))
            self.assertIn("FAILED on 4 ranks: seed 7: 2-D double\n", said[0])
            kept = (pathlib.Path(folder) / "kept" / "exchange-7-on-4.txt").read_text()
            self.assertTrue(kept.startswith("tools/fuzz --exchanges 1 --seed 7 --ranks 4\n"), kept)
            self.assertIn("wrong cell", kept)

    def test_name_the_one_that_is_traced_if_others_have_begun(self):
        output = "seed 3: 2-D double\nseed 4: 1-D float\nGoogle Test trace:\na.hpp:29: seed 3: 2-D double\nseed 3: halos\n"
        self.assertEqual(fuzz_exchanges.concerned(output), (3, "seed 3: 2-D double"))
        self.assertIsNone(fuzz_exchanges.concerned("no such library"))

    def test_a_hang_is_noticed(self):
        with tempfile.TemporaryDirectory() as folder:
            tester, said = self.prepared(folder, "[ $seed != 2 ] || exec sleep 100", seconds=0.5)
            self.assertEqual(tester.run(1, 2, 1), (1, 1))
            self.assertIn("seed 2: 2-D double: not done in time", said[0])

    def test_stop_when_the_time_is_over(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.prepared(folder, "")[0].run(1, 1, 5, lambda: True), (0, 0))


class Minimise(unittest.TestCase):
    def test_leaves_the_lines_that_matter(self):
        text = "".join(f"{number}\n" for number in range(100))
        self.assertEqual(minimise(text, lambda shorter: {"17", "64"} <= set(shorter.split()), 10), "17\n64\n")

    def test_stops_in_time(self):
        self.assertEqual(minimise("a\nb\n", lambda shorter: True, 0), "a\nb\n")


class Commands(unittest.TestCase):
    def test_a_hang_is_noticed(self):
        limits = fuzz_commands.Limits(1)
        code, _ = fuzz_commands.run([sys.executable, "-c", "while True: pass"], ".", limits)
        self.assertTrue(fuzz_commands.too_long(code))
        code, output = fuzz_commands.run([sys.executable, "-c", "print(1)"], ".", limits)
        self.assertEqual((code, output), (0, "1\n"))


if __name__ == "__main__":
    unittest.main()
