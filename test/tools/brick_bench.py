"""tools/brick-bench: every scheme computes what its baseline does, rows have their keys, mistakes are said clearly.

    brick_bench.py BRICKC
"""
# SPDX-License-Identifier: MIT
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools" / "lib"))
programs = __import__("bench_programs")
schemes = __import__("bench_schemes")
os.environ["OMP_WAIT_POLICY"] = "passive"  # threads that spin at barriers take the time of other tests
BRICKC = pathlib.Path(sys.argv.pop(1)).absolute()

KEYS = {"scheme", "cells", "ranks", "threads", "ours_gcells_s", "baseline_gcells_s", "ratio", "bound", "bound_fraction"}


def bench(*words):
    """What tools/brick-bench does with a command line."""
    command = [ROOT / "tools" / "brick-bench", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


class Agreement(unittest.TestCase):
    # Rows that are no whole number of vectors or bricks, blocks that are cut, and ghost cells that are streamed.
    CASES = (("double", 24, "streaming", 8, 1), ("double", 21, "cached", 4, 0), ("float", 32, "streaming", 0, 2))

    def differences(self, folder, scheme):
        """Each scheme has a folder of its own: dumps of different cases must not meet."""
        place = pathlib.Path(folder) / scheme
        place.mkdir()
        builder = programs.Builder(place, BRICKC, ["g++"], optimise="-O1")
        found = []
        for element, cells, store, block, prefetch in self.CASES:
            choice = programs.Choice("g++", store, block, prefetch)
            found.append((element, programs.disagreement(builder, scheme, element, choice, threads=2, cells=cells)))
        return found

    def test_schemes_compute_what_their_baselines_do(self):
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = pool.map(lambda scheme: self.differences(folder, scheme), schemes.SCHEMES)
            for scheme, found in zip(schemes.SCHEMES, results):
                for (element, difference), case in zip(found, self.CASES):
                    with self.subTest(scheme=scheme, case=case):
                        self.assertLess(difference, schemes.TOLERANCE[element])

    def test_other_results_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            builder = programs.Builder(pathlib.Path(folder), BRICKC, ["g++"], optimise="-O1")
            builder.ours = lambda scheme, element: builder.baseline("star13", element, "g++")
            with self.assertRaisesRegex(programs.Failure, r"^star7: .* differ by "):
                choice = programs.Choice("g++", "cached", 8, 0)
                programs.check_agreement(builder, "star7", "double", choice, threads=1, cells=16)


class Table(unittest.TestCase):
    def test_a_tiny_run(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "rows.json"
            done = bench("kernels", "--scheme", "star7", "wj7", "--cells", 16, "--threads", 1, "--runs", 1,
                         "--seconds", 0.005, "--compiler", "g++", "--json", file, "--brickc", BRICKC)
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = json.loads(file.read_text())
        self.assertEqual([row["scheme"] for row in rows], ["star7", "wj7"])
        for row in rows:
            self.assertLessEqual(KEYS, set(row))
            self.assertIn(row["bound"], ("memory", "compute"))
            self.assertGreater(min(row["ours_gcells_s"], row["baseline_gcells_s"], row["bound_fraction"]), 0)
            self.assertIn(row["scheme"], done.stdout)
            self.assertLess(row["peak_goperations_s"], 1000, "more than one core can: the work was left out")


class Bounds(unittest.TestCase):
    def test_the_lower_rate_is_the_bound(self):
        self.assertEqual(schemes.bound("star7", "double", copy_gb_s=32, peak_gops=140), (2, "memory"))
        self.assertEqual(schemes.bound("star7", "float", copy_gb_s=320, peak_gops=140), (20, "compute"))

    def test_every_scheme_has_a_baseline_and_a_row(self):
        for folder in ("schemes", "baselines"):
            self.assertEqual({path.stem for path in (schemes.BENCH / folder).glob("*.cpp")}, set(schemes.SCHEMES))


class Mistakes(unittest.TestCase):
    def refused(self, words, *arguments):
        done = bench("kernels", "--brickc", BRICKC, *arguments)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(words, done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_options(self):
        self.refused("invalid choice: 'heat'", "--scheme", "heat")
        self.refused("4 is less than 8", "--cells", 4)
        self.refused("invalid number value: 'x'", "--cells", "x")
        self.refused("no such peer", "--peer", "nobody")
        self.refused("no compiler for the baselines found", "--compiler", "no-such-compiler")
        self.refused("is no folder", "--json", "/nowhere/rows.json")
        self.refused("not found", "--brickc", "/nowhere/brickc")

    @unittest.skipIf(importlib.util.find_spec("matplotlib"), "matplotlib is installed")
    def test_pictures_need_matplotlib(self):
        self.refused("matplotlib, which is not installed", "--plot", os.curdir)

    def test_programs_say_what_they_take(self):
        with tempfile.TemporaryDirectory() as folder:
            builder = programs.Builder(pathlib.Path(folder), BRICKC, ["g++"], optimise="-O0")
            program = builder.baseline("star7", "double", "g++")
            for words in (["16"], ["0", "1"], ["16", "x"], ["16", "1", "--blocks=4"], ["16", "1", "--store=no"]):
                with self.assertRaisesRegex(programs.Failure, "star7-double-g"):
                    programs.output_of([program, *words])


if __name__ == "__main__":
    unittest.main()
