"""tools/brick-bench exchange --experiment pipelines: every strategy is measured for every message, mistakes are said.

    brick_bench_pipelines.py BUILD MPICXX

BUILD: the folder where the runtime library was built.
"""
# SPDX-License-Identifier: MIT
import argparse
import dataclasses
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
experiments = __import__("bench_experiments")
pipelines = __import__("bench_pipelines")
programs = __import__("bench_programs")
BUILD = pathlib.Path(sys.argv.pop(1)).absolute()
os.environ["MPICXX"] = sys.argv.pop(1)

SKIPPED = 77  # of tools/netlab
KEYS = {"strategy", "per_rank", "ranks", "fields", "pack_us", "call_us", "wait_us", "total_us", "total_min_us",
        "total_max_us", "messages", "bytes", "layout", "block_bytes", "blocks", "network", "gb_s", "model_us"}
PATIENCE = 120  # seconds; each call takes some: which one hangs is told, where the whole test would just end
TINY = ("--runs", 2, "--seconds", 0.0005, "--build", BUILD)


def bench(*words):
    command = [ROOT / "tools" / "brick-bench", "exchange", "--experiment", "pipelines", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


class Measured(unittest.TestCase):
    def rows_of(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "rows.json"
            done = bench(*TINY, *words, "--json", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(file.read_text()), done.stdout

    def test_every_strategy_and_message(self):
        rows, text = self.rows_of("--bytes", 4096, 60000, "--most-puts", 1000, "--swept")
        found = [(row["layout"], row["bytes"], row["block_bytes"], row["strategy"]) for row in rows]
        wanted = [(layout, blocks * length, length, strategy) for layout in pipelines.LAYOUTS for size in (4096, 60000)
                  for blocks, length in [pipelines.message(layout, size)]
                  for strategy in pipelines.STRATEGIES if strategy != "maximal-block" or blocks <= 1000]
        self.assertEqual(found, wanted)
        for row in rows:
            with self.subTest(layout=row["layout"], strategy=row["strategy"]):
                self.assertLessEqual(KEYS, set(row))
                self.assertEqual((row["network"], row["ranks"], row["swept"]), ("node", 2, True))
                self.assertLessEqual(row["total_min_us"], row["total_max_us"])
                self.assertGreater(min(row["total_us"], row["model_us"], row["gb_s"]), 0)
                self.assertEqual(row["pack_us"] > 0, row["strategy"] != "maximal-block")
                self.assertEqual(row["count_every"] > 0, row["strategy"] in ("fixed-pipeline", "superpipeline"))
                self.assertLessEqual(row["count_every"], row["bytes"])
                self.assertNotIn("over_ranks", row)
                self.assertEqual(len(row["turns_us"]), 2)
                self.assertIn(f" {row['strategy']} ", text)
        of_one = {row["strategy"]: row for row in rows if row["layout"] == "fft" and row["bytes"] == 250 * 240}
        best = min(of_one["maximal-block"], of_one["packed-put"], key=lambda row: row["total_us"])
        self.assertEqual(best["of_best"], 1)
        own, its = of_one["superpipeline"]["turns_us"], best["turns_us"]
        self.assertAlmostEqual(of_one["superpipeline"]["of_best"], (own[0] / its[0] + own[1] / its[1]) / 2)
        puts = {strategy: row["messages"] for strategy, row in of_one.items()}
        self.assertEqual((puts["maximal-block"], puts["packed-put"], puts["fixed-pipeline"]), (250, 1, 3))

    def test_messages_that_a_strategy_is_not_for(self):
        """The first and last of a layout, and all of another one."""
        rows, text = self.rows_of("--bytes", 60000, 4096, 60000, "--strategy", "maximal-block", "--most-puts", 1000)
        self.assertEqual([(row["layout"], row["blocks"]) for row in rows],
                         [("fft", 250), ("fft", 64), ("fft", 250), ("specfem-regular", 341)])
        self.assertNotIn("specfem-irregular", text)

    def test_two_nodes(self):
        size = 262144  # what passes an idle link at once is a small part of it
        words = ("--netlab", "--layout", "fft", "--bytes", size, "--strategy", "packed-put", "superpipeline")
        if subprocess.run([ROOT / "tools" / "netlab", "true"], capture_output=True, check=False).returncode == SKIPPED:
            self.assertIn("netlab: skipped", bench(*TINY, *words).stderr)
            self.skipTest("tools/netlab cannot make nodes here")
        rows, text = self.rows_of(*words)
        self.assertEqual([(row["strategy"], row["network"]) for row in rows],
                         [("packed-put", "1gbit"), ("superpipeline", "1gbit")])
        self.assertIn("fft, netlab, 1gbit", text)
        self.assertGreater(min(row["total_min_us"] for row in rows), size * 8e-3, "faster than the link")


class Messages(unittest.TestCase):
    def test_nothing_to_measure(self):
        of_nothing = dataclasses.replace(experiments.EXPERIMENTS["pipelines"], groups=lambda _: [[], []])
        with self.assertRaisesRegex(programs.Failure, "pipelines: nothing that was asked for can be measured"):
            experiments.measure(argparse.Namespace(experiment="pipelines", json=None), of_nothing)

    def test_of_the_paper(self):
        self.assertEqual(pipelines.message("fft", 2**14), (128, 128))
        self.assertEqual(pipelines.message("fft", 1792**2), (1792, 1792))
        self.assertEqual(pipelines.message("specfem-regular", 2**16), (5461, 12))
        self.assertEqual(pipelines.message("specfem-irregular", 2**16), (16384, 4))

    def test_mistakes(self):
        for words, *arguments in (
                ("invalid choice: 'wrf'", "--layout", "wrf"), ("8 is less than 16", "--bytes", 8),
                ("takes 2 ranks at most", "--ranks", 3), ("--cells is not for --experiment pipelines", "--cells", 16),
                ("invalid choice: 'packed'", "--strategy", "packed")):
            with self.subTest(words):
                done = bench("--build", BUILD, *arguments)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(words, done.stderr)
                self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
