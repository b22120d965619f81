"""brick-tune: which plans it tries, which one it takes, and what it says of programs that cannot be tuned."""
# SPDX-License-Identifier: MIT
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools" / "lib"))
tune_plan, tune_search = __import__("tune_plan"), __import__("tune_search")
BRICKC = pathlib.Path(sys.argv.pop(1)).absolute()

STENCILS = """#include <brick/brick.hpp>
[[brick::stencil]] void smooth(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = u(0, 0, 0) + 0.1 * (u(-1, 0, 0) + u(1, 0, 0) + u(0, 1, 0) + u(0, 0, 1));
}
[[brick::stencil]] void damp(brick::inout<double, 3> u) { u(0, 0, 0) *= 0.5; }
"""
PROGRAM = """#include <brick/brick.hpp>
[[brick::stencil]] void smooth(brick::out<double, 2> next, brick::in<double, 2> u) {
  next(0, 0) = u(0, 0) + 0.1 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1));
}
[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& next) {
  brick::apply<smooth>(next, u);
  swap(u, next);
}
int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {512, 512}});
  brick::field<double, 2> u(grid, "u"), next(grid, "next");
  u.fill(1);
  brick::run<advance>(std::stoi(argv[1]), u, next);
}
"""

# Instead of the host compiler: makes an empty program, at once.
COMPILER = """#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" = -o ] && : >"$2"; shift; done
"""

# Instead of the program: takes a time that its plan decides. `{time}` has the plan's text as `plan`.
LAUNCHER = """import json, os, pathlib, sys
plan = pathlib.Path(sys.argv[1] + ".yaml").read_text()
part = dict.fromkeys(("calc", "pack", "call", "wait"), {{"avg": ({time}) / 4 / 10}})
pathlib.Path(os.environ["BRICK_METRICS"]).write_text(json.dumps({{"steps": 10, **part}}))
"""


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.source = self.folder / "smooth.cpp"
        self.source.write_text(PROGRAM)

    def plan(self, *options):
        return tune_plan.Plan(run(BRICKC, "--emit=plan", "--target=x86-64-v3", *options, "-o", "-", self.source).stdout)

    def tune(self, *arguments):
        return run(sys.executable, ROOT / "tools" / "brick-tune", "--brickc", BRICKC, *arguments, cwd=self.folder)

    def tune_by(self, time, *options, shape=None):
        """With a program that takes the seconds that `time`, an expression in Python, makes of a plan's text."""
        launcher, compiler = self.folder / "launcher.py", self.folder / "compiler"
        launcher.write_text(LAUNCHER.format(time=time))
        compiler.write_text(COMPILER)
        compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
        given = [f"--brick={shape}"] if shape else []
        return self.tune("--launch", f"{sys.executable} {launcher}", *options, self.source, "--target=x86-64-v3",
                         f"--host-compiler={compiler}", *given)


class Plans(InAFolder):
    def setUp(self):
        super().setUp()
        self.source.write_text(STENCILS)

    def test_entries_of_one_stencil_change(self):
        plan = self.plan("--brick=8x8x8")
        self.assertEqual(plan.stencils(), ["smooth", "damp"])
        self.assertEqual((plan.numbers("smooth", "radius"), plan.numbers("damp", "radius")), ((1, 1, 1), (0, 0, 0)))
        for name in plan.stencils():
            other = "damp" if name == "smooth" else "smooth"
            for what, changed in tune_plan.changes(plan, name):
                key, value = what.removeprefix(f"{name}: ").split()
                self.assertEqual((changed.entry(name, key), changed.entry(other, key)), (value, plan.entry(other, key)))
                lines = list(zip(str(plan).splitlines(), str(changed).splitlines(), strict=True))
                self.assertEqual(sum(old != new for old, new in lines), 1, what)

    def test_brickc_takes_each_of_them(self):
        plan, path = self.plan(), self.folder / "plan.yaml"
        for what, changed in tune_plan.changes(plan, "smooth"):
            path.write_text(str(changed))
            read = run(BRICKC, f"--plan={path}", "--emit=plan", "-o", "-", self.source)
            self.assertEqual((read.stderr, read.stdout), ("", str(changed)), what)

    def test_shapes_of_bricks(self):
        shapes = tune_plan.bricks(self.plan("--brick=8x8x8"))
        self.assertEqual(len(shapes), len(set(shapes)))
        for shape in (16, 8, 8), (4, 8, 8), (4, 16, 8), (8, 8, 4):
            self.assertIn(shape, shapes)
        self.assertNotIn((8, 8, 8), shapes)
        self.assertTrue(all(shape[-1] % 4 == 0 for shape in shapes), "rows are whole vectors")
        self.assertNotIn((1, 8, 8), tune_plan.bricks(self.plan("--brick=2x8x8")), "smaller than a kilobyte")


class Scripted:
    """Instead of programs: what each takes, again and again."""

    def __init__(self, **times):
        self.times, self.runs = {name: list(values) for name, values in times.items()}, dict.fromkeys(times, 0)

    def seconds(self, program):
        values = self.times[program]
        self.runs[program] += 1
        return values[(self.runs[program] - 1) % len(values)]


class Races(unittest.TestCase):
    def test_who_is_faster_in_nearly_all_pairs_wins(self):
        for times, won in (((0.9,), True), ((0.9, 0.9, 0.9, 0.9, 1.2), True), ((0.9, 0.9, 1.1, 1.1, 0.9), False),
                           ((0.99,), False), ((1.0,), False)):
            outcome = tune_search.race(Scripted(best=[1.0], other=times), "best", "other", 5)
            self.assertEqual(outcome.is_won(), won, times)

    def test_who_loses_two_pairs_has_lost(self):
        runner = Scripted(best=[1.0], other=[1.1, 1.01, 0.1])
        self.assertFalse(tune_search.race(runner, "best", "other", 9).is_won())
        self.assertEqual(runner.runs, {"best": 2, "other": 2})


class Tuning(InAFolder):
    def test_takes_the_best_brick_and_the_best_entries(self):
        result = self.tune_by("1 - 0.3 * ('brick:           [ 8, ' in plan) - 0.2 * ('whole-plane' in plan)",
                              "--pairs", "3")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        plan = tune_plan.Plan((self.folder / "smooth.yaml").read_text())
        self.assertEqual(plan.numbers("smooth", "brick")[0], 8)
        self.assertEqual(plan.entry("smooth", "stores-at-once"), "whole-plane")
        self.assertRegex(result.stdout, r"the best plan is 2\.00 times as fast as brickc's \(2\.00 to 2\.00, 7 pairs\)"
                                        r"\nsmooth\.yaml: compile with brickc .*smooth\.cpp --host-compiler=.*"
                                        r"--plan=smooth\.yaml\n$")
        self.assertNotIn("--target", result.stdout, "which the plan decides")

    def test_keeps_what_nothing_is_better_than(self):
        result = self.tune_by("1", "--output", "none.yaml", "--minutes", "0")
        self.assertIn("there are plans that have not been tried\nnothing is better than brickc's plan\n", result.stdout)
        self.assertFalse((self.folder / "none.yaml").exists())

    def test_plans_that_fail_are_left_out(self):
        result = self.tune_by("1 / ('whole-plane' not in plan)", "--pairs", "3", shape="16x32")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"smooth: stores-at-once whole-plane +not possible: Traceback")
        self.assertIn("nothing is better than brickc's plan\n", result.stdout)
        self.assertNotIn("bricks of", result.stdout, "their shape is given")

    def test_a_real_program(self):
        result = self.tune("--minutes", "0.001", self.source, "-O1", "--", "400")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"^brickc's plan: \d+\.\d+ s of sweeps and exchanges\n")

    def test_errors_are_whole_and_told_once(self):
        self.source.write_text(STENCILS.replace("0.1", "missing").replace("0.5", "absent"))
        wrong = self.tune(self.source)
        (self.folder / "works.cpp").write_text(PROGRAM + "static_assert(sizeof(long) == 1);\n"
                                               "static_assert(sizeof(long) == 2);\n")
        refused = self.tune("works.cpp", "-O0")
        for result, words in ((wrong, ("missing", "absent")), (refused, ("sizeof(long) == 1", "sizeof(long) == 2"))):
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertRegex(result.stderr, "^brick-tune: brickc .* failed:\n")
            for word in words:
                lines = [line for line in result.stderr.splitlines() if word in line and "error: " in line]
                self.assertEqual(len(lines), 1, result.stderr)

    def test_programs_that_fail_say_why(self):
        ends = 'std::fputs("no file\\nof this name\\n", stderr); std::exit(3);'
        self.source.write_text(PROGRAM.replace("u.fill(1);", ends))
        result = self.tune(self.source, "-O0", "--", "10")
        self.assertEqual(result.returncode, 1)
        self.assertIn("brick-tune: PROGRAM 10 failed:\nno file\nof this name\n", result.stderr)

    def test_refusals(self):
        self.source.write_text("int main() {}\n")
        (self.folder / "idle.cpp").write_text(PROGRAM)
        for arguments, text in (
                ((), "a source file comes first"),
                (("-O3", "smooth.cpp"), "unrecognized arguments: -O3"),
                (("--pairs", "2", "smooth.cpp"), "2 is less than 3"),
                (("--minutes", "-1", "smooth.cpp"), "--minutes: -1 is less than 0"),
                (("--output", "nowhere/p.yaml", "smooth.cpp"), "there is no folder nowhere"),
                (("smooth.cpp", "--minutes", "1"), "--minutes: options of brick-tune stand before the source file"),
                (("smooth.cpp", "--help"), "--help: makes no program"),
                (("smooth.cpp", "-E"), "-E: makes no program"),
                (("smooth.cpp", "-o", "smooth"), "-o: brick-tune gives brickc what to write itself"),
                (("smooth.cpp", "-osmooth"), "-osmooth: brick-tune gives brickc what to write itself"),
                (("smooth.cpp", "--plan=p.yaml"), "--plan=p.yaml: brick-tune gives brickc what to write itself"),
                (("nowhere.cpp",), "nowhere.cpp"),
                (("smooth.cpp",), "there is no stencil in this file"),
                (("idle.cpp", "--target=cuda:host"), "plans for GPUs are not tuned"),
                (("idle.cpp", "-O0", "--", "0"), "give it arguments by which it does for half a second"),
                (("--brickc", "nothing", "smooth.cpp"), "nothing: No such file or directory")):
            with self.subTest(arguments=arguments):
                result = self.tune(*arguments)
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(text, result.stderr)
                self.assertNotIn("Traceback", result.stderr)


if __name__ == "__main__":
    unittest.main()
